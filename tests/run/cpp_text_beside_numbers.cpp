// large: takes long to compile
/* Structures with names and numbers, short names and long ones: copied, sorted, kept in containers
 * and maps keyed by text. */
#include "oracle.h"
#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>
struct Particle {
  int id;
  double x[3];
  float mass;
  std::string name;
};
struct Configuration {
  std::string name;
  int steps;
  double dt;
  std::vector<double> masses;
  std::array<double, 3> gravity;
};
struct Simulation {
  Configuration configuration;
  std::vector<std::array<double, 3>> position, velocity;
  explicit Simulation(const Configuration &c)
      : configuration(c), position(c.masses.size()), velocity(c.masses.size()) {}
  void step() {
    std::vector<std::array<double, 3>> force(position.size(), configuration.gravity);
    for (size_t i = 0; i < position.size(); i++)
      for (size_t j = 0; j < position.size(); j++)
        for (int k = 0; i != j && k < 3; k++)
          force[i][k] += configuration.masses[j] * (position[j][k] - position[i][k]);
    for (size_t i = 0; i < position.size(); i++)
      for (int k = 0; k < 3; k++) {
        velocity[i][k] += configuration.dt * force[i][k];
        position[i][k] += configuration.dt * velocity[i][k];
      }
  }
};
static double energy(const double *in, int n) {
  std::vector<Particle> list;
  for (int i = 0; i < n; i++) {
    Particle p{i, {in[i], in[i] * 2, in[0]}, 1.5f, "particle"};
    if (i == 1)
      p.name = "a particle with a rather long name";
    list.push_back(p);
  }
  std::sort(list.begin(), list.end(),
            [](const Particle &a, const Particle &b) { return a.x[0] < b.x[0]; });
  list.erase(list.begin() + 1);
  double sum = 0;
  for (auto &p : list)
    for (auto &q : list) {
      double r = 0.1;
      for (int k = 0; k < 3; k++)
        r += (p.x[k] - q.x[k]) * (p.x[k] - q.x[k]);
      sum += p.mass * q.mass / sqrt(r) + double(p.name.size());
    }
  return sum;
}
PRIMAL(named) {
  out[0] = energy(in, (int)n);

  Configuration c{"a simulation with a long name", 4, 0.05, {in[0], in[1], in[2]}, {0, 0, -0.1}};
  Simulation simulation(c);
  for (int i = 0; i < 3; i++)
    simulation.position[i] = {in[i], in[(i + 1) % 3] * i, 1.0 * i};
  for (int i = 0; i < c.steps; i++)
    simulation.step();
  out[1] = simulation.position[0][0] * simulation.velocity[1][1] + simulation.position[2][2];

  std::unordered_map<std::string, double> parameters;
  parameters["mass"] = in[0];
  parameters["the damping coefficient of it"] = in[1] * in[0];
  double sum = parameters["mass"] * parameters.at("the damping coefficient of it");
  for (auto &entry : parameters)
    sum += entry.second * entry.second;
  std::map<std::string, std::vector<double>> series;
  for (size_t i = 0; i < n; i++)
    series[i % 2 ? "odd" : "the even members of the series"].push_back(in[i] * double(i + 1));
  for (auto &entry : series)
    for (double value : entry.second)
      sum = sum * 0.5 + value * value;
  out[2] = sum;
}
ORACLE_MAIN(named, 4, 3, 0.5, 1.5)
