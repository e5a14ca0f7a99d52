/* The tape of augmentfwd serves the reverse half or the forward one. */
// error: both by 'reverse' and by 'fwdsplit'
extern void *__adcc_augmentfwd(void *, ...);
extern void __adcc_reverse(void *, ...), __adcc_fwdsplit(void *, ...);
static void square(double *x) { *x = *x * *x; }
void df(double *x, double *dx) {
  void *tape = __adcc_augmentfwd((void *)square, x, dx);
  __adcc_reverse((void *)square, x, dx, tape);
  __adcc_fwdsplit((void *)square, x, dx, tape);
}
