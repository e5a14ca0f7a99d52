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
 * tuple with the function's own result in front. The `_lanes` forms make several derivatives at
 * once, each of their results a std::array:
 *
 *   std::array<double, 2> df = adcc::forward_lanes<f, 2>(
 *       adcc::duplicated_lanes(x, std::array{1.0, 0.0}), …);
 *
 * Objects are wrapped as they are, never copied, and so are their shadows, which are of the same
 * type and size; for a parameter by reference, pointers to them will do as well:
 *
 *   double norm(const std::vector<double> &v);
 *   adcc::reverse<norm>(adcc::duplicated(v, dv));
 *
 * What a function takes by value is copied for it by the derivative, with its shadow, and the
 * adjoints come back through the copy. Members take the object in front of their arguments:
 *
 *   adcc::reverse<&Model::loss>(adcc::duplicated(model, dmodel), adcc::constant(data));
 *   adcc::reverse([&](double x) { return x * scale; }, adcc::active(x)); */
#ifndef ADCC_ADCC_HPP
#define ADCC_ADCC_HPP

#include "adcc.h"

#include <array>
#include <cstddef>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

namespace adcc {

/* An argument that carries no derivative. */
template <class T> struct constant {
  T value;
  constexpr explicit constant(T value) : value(std::forward<T>(value)) {}
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
  constexpr duplicated(T value, Shadow shadow)
      : value(std::forward<T>(value)), shadow(std::forward<Shadow>(shadow)) {}
};

/* As duplicated; what the function leaves in the primal memory is not wanted. */
template <class T, class Shadow = T> struct duplicated_no_need {
  T value;
  Shadow shadow;
  constexpr duplicated_no_need(T value, Shadow shadow)
      : value(std::forward<T>(value)), shadow(std::forward<Shadow>(shadow)) {}
};

/* duplicated, with a shadow or a tangent for each of several lanes. */
template <class T, class Shadow, std::size_t width> struct duplicated_lanes {
  T value;
  std::array<Shadow, width> shadows;
  constexpr duplicated_lanes(T value, std::array<Shadow, width> shadows)
      : value(std::forward<T>(value)), shadows(shadows) {}
};

#define ADCC_INLINE __attribute__((always_inline)) inline

namespace detail {

/* What a wrapper holds of an argument that it is given as a T &&: what has a name by reference, a
 * C array as the pointer that it is passed as. */
template <class T>
using held = std::conditional_t<std::is_array_v<std::remove_reference_t<T>>, std::decay_t<T>, T>;

} // namespace detail

template <class T> constant(T &&) -> constant<detail::held<T>>;
template <class T, class S> duplicated(T &&, S &&) -> duplicated<detail::held<T>, detail::held<S>>;
template <class T, class S>
duplicated_no_need(T &&, S &&) -> duplicated_no_need<detail::held<T>, detail::held<S>>;
template <class T, class S, std::size_t width>
duplicated_lanes(T &&, std::array<S, width>) -> duplicated_lanes<detail::held<T>, S, width>;

namespace detail {

/* The types of what a derivative returns, in order. */
template <class... T> struct pack {};

/* Them as a structure: one base for each, which lie one behind the other as members do. */
template <std::size_t index, class T> struct member {
  T value;
};
template <class Indices, class... T> struct members;
template <std::size_t... index, class... T>
struct members<std::index_sequence<index...>, T...> : member<index, T>... {
  std::tuple<T...> tuple() const { return {this->member<index, T>::value...}; }
};

/* What an entry point returns for these results. */
template <class Results> struct returned;
template <> struct returned<pack<>> {
  using type = void;
};
template <class T> struct returned<pack<T>> {
  using type = T;
};
template <class A, class B, class... T> struct returned<pack<A, B, T...>> {
  using type = members<std::index_sequence_for<A, B, T...>, A, B, T...>;
};

template <class Left, class Right> struct joined;
template <class... L, class... R> struct joined<pack<L...>, pack<R...>> {
  using type = pack<L..., R...>;
};

/* What is of one type for a derivative is so for each of its lanes; 0: there are none. */
template <class T, std::size_t width>
using lanes_of = std::conditional_t<width == 0, T, std::array<T, width == 0 ? 1 : width>>;

template <std::size_t width, class Wrapper> struct adjoints {
  using type = pack<>;
};
template <std::size_t width, class T> struct adjoints<width, active<T>> {
  using type = pack<lanes_of<T, width>>;
};
template <std::size_t width, class... Wrappers> struct all_adjoints {
  using type = pack<>;
};
template <std::size_t width, class First, class... Rest>
struct all_adjoints<width, First, Rest...> {
  using type = typename joined<typename adjoints<width, First>::type,
                               typename all_adjoints<width, Rest...>::type>::type;
};

template <class T, std::size_t width = 0> struct value_pack {
  using type = pack<lanes_of<T, width>>;
};
template <std::size_t width> struct value_pack<void, width> {
  using type = pack<>;
};

/* A class whose copies are more than its bytes: a function that takes one by value may move it to
 * where nobody finds it. */
template <class P>
inline constexpr bool has_own_copies =
    std::is_class_v<P> &&
    !(std::is_trivially_copy_constructible_v<P> && std::is_trivially_move_constructible_v<P> &&
      std::is_trivially_destructible_v<P>);
template <class P> using taken = std::conditional_t<has_own_copies<P>, const P &, P>;

/* The function whose derivative is asked for. It copies what has copies of its own, so that the
 * shadow is copied likewise; a member takes the object first. */
template <auto function, class Type> struct as_function;
#define ADCC_FUNCTION(qualifiers)                                                                  \
  template <auto function, class R, class... A>                                                    \
  struct as_function<function, R (*)(A...) qualifiers> {                                           \
    static R call(taken<A>... arguments) {                                                         \
      return function(static_cast<taken<A> &&>(arguments)...);                                     \
    }                                                                                              \
    static constexpr auto pointer() {                                                              \
      if constexpr ((has_own_copies<A> || ...))                                                    \
        return call;                                                                               \
      else                                                                                         \
        return function;                                                                           \
    }                                                                                              \
  };
#define ADCC_MEMBER(qualifiers, Object)                                                            \
  template <auto function, class R, class C, class... A>                                           \
  struct as_function<function, R (C::*)(A...) qualifiers> {                                        \
    static R call(Object &object, taken<A>... arguments) {                                         \
      return (object.*function)(static_cast<taken<A> &&>(arguments)...);                           \
    }                                                                                              \
    static constexpr auto pointer() { return call; }                                               \
  };
ADCC_FUNCTION()
ADCC_FUNCTION(noexcept)
ADCC_MEMBER(, C)
ADCC_MEMBER(const, const C)
ADCC_MEMBER(noexcept, C)
ADCC_MEMBER(const noexcept, const C)
#undef ADCC_FUNCTION
#undef ADCC_MEMBER
template <auto function>
inline constexpr auto callable = as_function<function, decltype(function)>::pointer();

template <class R, class... P> struct signature {
  using result = R;
  template <class Mode, class Returned> struct unwrapping;
};
template <class Function> struct signature_of;
template <class R, class... P> struct signature_of<R (*)(P...)> {
  using type = signature<R, P...>;
};
template <class R, class... P> struct signature_of<R (*)(P...) noexcept> {
  using type = signature<R, P...>;
};

template <class P> using plain = std::remove_cv_t<std::remove_reference_t<P>>;

/* Is it the address of what a parameter P by reference refers to? */
template <class P, class T>
inline constexpr bool is_address =
    std::is_pointer_v<std::remove_cv_t<T>> && !std::is_pointer_v<plain<P>> &&
    std::is_convertible_v<std::remove_cv_t<T>, const plain<P> *>;
template <class P, class T>
inline constexpr bool refers_to = std::is_convertible_v<const T *, const plain<P> *>;

/* What the function gets for a parameter of type P: the address of what a reference is to, without
 * a type, which may be that of a lambda and nobody else's; or the value. */
template <class P, class T> ADCC_INLINE auto argument(T &value) {
  if constexpr (!std::is_reference_v<P>) {
    return static_cast<std::remove_cv_t<P>>(value);
  } else {
    const plain<P> *address;
    static_assert(is_address<P, T> || refers_to<P, T>,
                  "an argument or its shadow is of another type than the parameter");
    if constexpr (is_address<P, T>)
      address = value;
    else
      address = std::addressof(value);
    return static_cast<const void *>(address);
  }
}

/* What a reference is to: where it is of another type it is converted, as in a call. */
template <class P, class T> ADCC_INLINE decltype(auto) primal(T &value) {
  if constexpr (std::is_reference_v<P> && !is_address<P, T> && !refers_to<P, T>) {
    static_assert(std::is_convertible_v<T &, P>,
                  "an argument is of another type than the parameter");
    return plain<P>(value);
  } else {
    return (value);
  }
}

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

/* Takes the first wrapper apart, for the parameter P, and puts its parts behind the last, until
 * there are no more parameters. */
template <class Mode, class R, class... Parameters> struct unwrap;
template <class Mode, class R, class P, class... Parameters>
struct unwrap<Mode, R, P, Parameters...> {
  using next = unwrap<Mode, R, Parameters...>;
  template <class F, class T, class... Rest>
  static ADCC_INLINE R call(F function, constant<T> first, Rest... rest) {
    auto &&value = primal<P>(first.value);
    return next::call(function, rest..., &adcc_const, argument<P>(value));
  }
  template <class F, class T, class... Rest>
  static ADCC_INLINE R call(F function, active<T> first, Rest... rest) {
    static_assert(!std::is_reference_v<P>,
                  "a parameter by reference is memory: pass adcc::duplicated(x, dx)");
    return next::call(function, rest..., &adcc_out, argument<P>(first.value));
  }
  template <class F, class T, class S, class... Rest>
  static ADCC_INLINE R call(F function, duplicated<T, S> first, Rest... rest) {
    auto &&value = primal<P>(first.value);
    return next::call(function, rest..., &adcc_dup, argument<P>(value), argument<P>(first.shadow));
  }
  template <class F, class T, class S, class... Rest>
  static ADCC_INLINE R call(F function, duplicated_no_need<T, S> first, Rest... rest) {
    auto &&value = primal<P>(first.value);
    return next::call(function, rest..., &adcc_dupnoneed, argument<P>(value),
                      argument<P>(first.shadow));
  }
  template <class F, class T, class S, std::size_t width, class... Rest>
  static ADCC_INLINE R call(F function, duplicated_lanes<T, S, width> first, Rest... rest) {
    return spread(std::make_index_sequence<width>(), function, first, rest...);
  }

private:
  template <std::size_t... lane, class F, class Lanes, class... Rest>
  static ADCC_INLINE R spread(std::index_sequence<lane...>, F function, Lanes first, Rest... rest) {
    auto &&value = primal<P>(first.value);
    return next::call(function, rest..., &adcc_dup, argument<P>(value),
                      argument<P>(first.shadows[lane])...);
  }
};
template <class Mode, class R> struct unwrap<Mode, R> {
  template <class F, class... Parts> static ADCC_INLINE R call(F function, Parts... parts) {
    return Mode::template call<R>(reinterpret_cast<void *>(function), parts...);
  }
};
template <class Result, class... P>
template <class Mode, class R>
struct signature<Result, P...>::unwrapping : unwrap<Mode, R, P...> {
  static constexpr std::size_t parameters = sizeof...(P);
};

/* Calls, and gives what comes back: nothing, one value, or a tuple. */
template <class Results> struct present {
  using R = typename returned<Results>::type;
  template <class Mode, class F, class... W>
  static ADCC_INLINE auto run(F function, W... wrappers) {
    using unwrapping = typename signature_of<F>::type::template unwrapping<Mode, R>;
    static_assert(sizeof...(W) == unwrapping::parameters,
                  "wrap each of the function's arguments, once");
    if constexpr (std::is_same_v<Results, pack<>> || std::is_same_v<Results, pack<R>>)
      return unwrapping::call(function, wrappers...);
    else
      return unwrapping::call(function, wrappers...).tuple();
  }
};

/* With the primal's result, if it has one: the marker goes in front of the arguments. */
template <class Mode, bool has_result> struct with_primal {
  template <class R, class F, class... A> static ADCC_INLINE R call(F function, A... arguments) {
    if constexpr (has_result)
      return Mode::template call<R>(function, &adcc_primal_return, arguments...);
    else
      return Mode::template call<R>(function, arguments...);
  }
};

/* With a number of lanes. */
template <class Mode, std::size_t width> struct with_lanes {
  template <class R, class F, class... A> static ADCC_INLINE R call(F function, A... arguments) {
    return Mode::template call<R>(function, &adcc_width, static_cast<int>(width), arguments...);
  }
};

/* A reverse derivative of so many lanes (0: of no lanes) returns {primal?, adjoints}, a forward one
 * {primal?, tangents}. */
template <auto function, std::size_t width, class... Wrappers> struct results_of {
  using result =
      typename signature_of<std::remove_cv_t<decltype(callable<function>)>>::type::result;
  using primal = typename value_pack<result>::type;
  using tangent = typename value_pack<result, width>::type;
  using adjoint = typename all_adjoints<width, Wrappers...>::type;
  template <class Mode> using primal_mode = with_primal<Mode, !std::is_void_v<result>>;
};

#undef ADCC_INLINE

} // namespace detail

template <auto function, class... Wrappers> auto reverse(Wrappers... arguments) {
  using results = detail::results_of<function, 0, Wrappers...>;
  return detail::present<typename results::adjoint>::template run<detail::reverse_mode>(
      detail::callable<function>, arguments...);
}

template <auto function, class... Wrappers> auto reverse_with_primal(Wrappers... arguments) {
  using results = detail::results_of<function, 0, Wrappers...>;
  using all = detail::joined<typename results::primal, typename results::adjoint>;
  using mode = typename results::template primal_mode<detail::reverse_mode>;
  return detail::present<typename all::type>::template run<mode>(detail::callable<function>,
                                                                 arguments...);
}

template <auto function, class... Wrappers> auto forward(Wrappers... arguments) {
  using results = detail::results_of<function, 0, Wrappers...>;
  return detail::present<typename results::tangent>::template run<detail::forward_mode>(
      detail::callable<function>, arguments...);
}

template <auto function, class... Wrappers> auto forward_with_primal(Wrappers... arguments) {
  using results = detail::results_of<function, 0, Wrappers...>;
  using all = detail::joined<typename results::primal, typename results::tangent>;
  using mode = typename results::template primal_mode<detail::forward_mode>;
  return detail::present<typename all::type>::template run<mode>(detail::callable<function>,
                                                                 arguments...);
}

template <auto function, std::size_t width, class... Wrappers>
auto reverse_lanes(Wrappers... arguments) {
  using results = detail::results_of<function, width, Wrappers...>;
  return detail::present<typename results::adjoint>::template run<
      detail::with_lanes<detail::reverse_mode, width>>(detail::callable<function>, arguments...);
}

template <auto function, std::size_t width, class... Wrappers>
auto forward_lanes(Wrappers... arguments) {
  using results = detail::results_of<function, width, Wrappers...>;
  return detail::present<typename results::tangent>::template run<
      detail::with_lanes<detail::forward_mode, width>>(detail::callable<function>, arguments...);
}

/* The same of an object that is called: a lambda, whose captures carry no derivative. */
template <class F, class... Wrappers> auto reverse(const F &function, Wrappers... arguments) {
  return reverse<&F::operator()>(constant(function), arguments...);
}
template <class F, class... Wrappers>
auto reverse_with_primal(const F &function, Wrappers... arguments) {
  return reverse_with_primal<&F::operator()>(constant(function), arguments...);
}
template <class F, class... Wrappers> auto forward(const F &function, Wrappers... arguments) {
  return forward<&F::operator()>(constant(function), arguments...);
}
template <class F, class... Wrappers>
auto forward_with_primal(const F &function, Wrappers... arguments) {
  return forward_with_primal<&F::operator()>(constant(function), arguments...);
}

} // namespace adcc

#endif
