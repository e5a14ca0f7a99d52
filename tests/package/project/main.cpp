double cube_slope(double x);

int main() { return cube_slope(2.0) == 12.0 ? 0 : 1; }
