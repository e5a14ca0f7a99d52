#ifdef __cplusplus
extern "C" {
#endif
double model_gradient(double x);
double model_tangent(double x);
#ifdef __cplusplus
}
#endif
