/* adcc.h with types, for C++17:
 *
 *   double f(double x, const double *data, double *sums, int n);
 *
 *   double dx = adcc::reverse<f>(adcc::active(x), adcc::constant(data),
 *                                adcc::duplicated(sums, dsums), adcc::constant(n));
 *
 *   double df = adcc::forward<f>(adcc::duplicated(x, 1.0), adcc::constant(data),
 *                                adcc::duplicated(sums, dsums), adcc::constant(n));
 *
 * Every argument of the function is wrapped in what it is to the derivative. Reverse mode returns
 * the adjoints of the active arguments: nothing, one value, or a tuple; shadows of duplicated ones
 * are added into. Forward mode returns the tangent of the result. The `_with_primal` forms return a
 * tuple with the function's own result in front. */
#ifndef ADCC_ADCC_HPP
#define ADCC_ADCC_HPP

#include "adcc.h"

#include <tuple>
#include <type_traits>

namespace adcc {

/* An argument that carries no derivative. */
template <class T> struct constant {
  T value;
  constexpr explicit constant(T value) : value(value) {}
};

/* A floating-point argument whose adjoint is returned. Reverse mode only. */
template <class T> struct active {
  static_assert(std::is_floating_point_v<T>, "only floating point is active by value");
  T value;
  constexpr explicit active(T value) : value(value) {}
};

/* Memory with its shadow; in forward mode also a value with its tangent. */
template <class T, class Shadow = T> struct duplicated {
  T value;
  Shadow shadow;
  constexpr duplicated(T value, Shadow shadow) : value(value), shadow(shadow) {}
};

/* As duplicated; what the function leaves in the primal memory is not wanted. */
template <class T, class Shadow = T> struct duplicated_no_need {
  T value;
  Shadow shadow;
  constexpr duplicated_no_need(T value, Shadow shadow) : value(value), shadow(shadow) {}
};

namespace detail {

#define ADCC_INLINE __attribute__((always_inline)) inline

/* What the entry points return: plain structures, whose layout the derivative has. */
template <class... T> struct pack;
template <> struct pack<> {
  std::tuple<> tuple() const { return {}; }
};
template <class A> struct pack<A> {
  A a;
  std::tuple<A> tuple() const { return {a}; }
};
template <class A, class B> struct pack<A, B> {
  A a;
  B b;
  std::tuple<A, B> tuple() const { return {a, b}; }
};
template <class A, class B, class C> struct pack<A, B, C> {
  A a;
  B b;
  C c;
  std::tuple<A, B, C> tuple() const { return {a, b, c}; }
};
template <class A, class B, class C, class D> struct pack<A, B, C, D> {
  A a;
  B b;
  C c;
  D d;
  std::tuple<A, B, C, D> tuple() const { return {a, b, c, d}; }
};
template <class A, class B, class C, class D, class E> struct pack<A, B, C, D, E> {
  A a;
  B b;
  C c;
  D d;
  E e;
  std::tuple<A, B, C, D, E> tuple() const { return {a, b, c, d, e}; }
};
template <class A, class B, class C, class D, class E, class F> struct pack<A, B, C, D, E, F> {
  A a;
  B b;
  C c;
  D d;
  E e;
  F f;
  std::tuple<A, B, C, D, E, F> tuple() const { return {a, b, c, d, e, f}; }
};

/* What an entry point returns for these results, and how the user sees it. */
template <class Results> struct returned;
template <> struct returned<pack<>> {
  using type = void;
};
template <class T> struct returned<pack<T>> {
  using type = T;
};
template <class A, class B, class... T> struct returned<pack<A, B, T...>> {
  using type = pack<A, B, T...>;
};

template <class Left, class Right> struct joined;
template <class... L, class... R> struct joined<pack<L...>, pack<R...>> {
  using type = pack<L..., R...>;
};

template <class Wrapper> struct adjoints {
  using type = pack<>;
};
template <class T> struct adjoints<active<T>> {
  using type = pack<T>;
};
template <class... Wrappers> struct all_adjoints {
  using type = pack<>;
};
template <class First, class... Rest> struct all_adjoints<First, Rest...> {
  using type =
      typename joined<typename adjoints<First>::type, typename all_adjoints<Rest...>::type>::type;
};

template <class T> using value_of = std::conditional_t<std::is_void_v<T>, pack<>, pack<T>>;

template <class Function> struct result_of;
template <class R, class... A> struct result_of<R (*)(A...)> {
  using type = R;
};
template <class R, class... A> struct result_of<R (*)(A...) noexcept> {
  using type = R;
};

/* The entry points, by the names that adcc looks for. */
template <class R, class... A> R __adcc_autodiff_typed(A...);
template <class R, class... A> R __adcc_fwddiff_typed(A...);

struct reverse_mode {
  template <class R, class... A> static ADCC_INLINE R call(A... arguments) {
    return __adcc_autodiff_typed<R>(arguments...);
  }
};
struct forward_mode {
  template <class R, class... A> static ADCC_INLINE R call(A... arguments) {
    return __adcc_fwddiff_typed<R>(arguments...);
  }
};

/* Takes the first wrapper apart and puts its parts behind the last, until `wrapped` are done. */
template <class Mode, class R, int wrapped> struct unwrap {
  using next = unwrap<Mode, R, wrapped - 1>;
  template <class F, class T, class... Rest>
  static ADCC_INLINE R call(F function, constant<T> first, Rest... rest) {
    return next::call(function, rest..., &adcc_const, first.value);
  }
  template <class F, class T, class... Rest>
  static ADCC_INLINE R call(F function, active<T> first, Rest... rest) {
    return next::call(function, rest..., &adcc_out, first.value);
  }
  template <class F, class T, class S, class... Rest>
  static ADCC_INLINE R call(F function, duplicated<T, S> first, Rest... rest) {
    return next::call(function, rest..., &adcc_dup, first.value, first.shadow);
  }
  template <class F, class T, class S, class... Rest>
  static ADCC_INLINE R call(F function, duplicated_no_need<T, S> first, Rest... rest) {
    return next::call(function, rest..., &adcc_dupnoneed, first.value, first.shadow);
  }
};
template <class Mode, class R> struct unwrap<Mode, R, 0> {
  template <class F, class... Parts> static ADCC_INLINE R call(F function, Parts... parts) {
    return Mode::template call<R>(reinterpret_cast<void *>(function), parts...);
  }
};

template <class Results> struct present {
  using R = typename returned<Results>::type;
  template <class Mode, class F, class... W>
  static ADCC_INLINE auto run(F function, W... wrappers) {
    if constexpr (std::is_void_v<R> || !std::is_same_v<R, Results>)
      return unwrap<Mode, R, sizeof...(W)>::call(function, wrappers...);
    else
      return unwrap<Mode, R, sizeof...(W)>::call(function, wrappers...).tuple();
  }
};

/* With the primal's result: the marker goes behind the arguments. */
template <class Mode> struct with_primal {
  template <class R, class F, class... A> static ADCC_INLINE R call(F function, A... arguments) {
    return Mode::template call<R>(function, &adcc_primal_return, arguments...);
  }
};

#undef ADCC_INLINE

} // namespace detail

template <auto function, class... Wrappers> auto reverse(Wrappers... arguments) {
  using results = typename detail::all_adjoints<Wrappers...>::type;
  return detail::present<results>::template run<detail::reverse_mode>(function, arguments...);
}

template <auto function, class... Wrappers> auto reverse_with_primal(Wrappers... arguments) {
  using primal = detail::value_of<typename detail::result_of<decltype(function)>::type>;
  using results =
      typename detail::joined<primal, typename detail::all_adjoints<Wrappers...>::type>::type;
  return detail::present<results>::template run<detail::with_primal<detail::reverse_mode>>(
      function, arguments...);
}

template <auto function, class... Wrappers> auto forward(Wrappers... arguments) {
  using results = detail::value_of<typename detail::result_of<decltype(function)>::type>;
  return detail::present<results>::template run<detail::forward_mode>(function, arguments...);
}

template <auto function, class... Wrappers> auto forward_with_primal(Wrappers... arguments) {
  using primal = detail::value_of<typename detail::result_of<decltype(function)>::type>;
  using results = typename detail::joined<primal, primal>::type;
  return detail::present<results>::template run<detail::with_primal<detail::forward_mode>>(
      function, arguments...);
}

} // namespace adcc

#endif
