// Loops over OpenSpiel's games without Python: what RandomRolloutEvaluator does, with decisions counted, and single
// verbs at every position of random games. Linked against the library inside OpenSpiel's own Python package.
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "open_spiel/abseil-cpp/absl/random/distributions.h"
#include "open_spiel/spiel.h"

namespace {

using open_spiel::Action;
using open_spiel::Game;
using open_spiel::State;

enum Verb { NOTHING, LEGAL, COPY, REDEAL, OBSERVE };

void draw(State* s, std::mt19937& rng) {
  s->ApplyAction(open_spiel::SampleAction(s->ChanceOutcomes(), absl::Uniform(rng, 0.0, 1.0)).first);
}

void decide(State* s, std::mt19937& rng) {
  std::vector<Action> actions = s->LegalActions();
  s->ApplyAction(actions[absl::Uniform(rng, 0u, actions.size())]);
}

std::unique_ptr<State> dealt(const Game& game, std::mt19937& rng) {
  std::unique_ptr<State> start = game.NewInitialState();
  while (start->IsChanceNode()) draw(start.get(), rng);
  return start;
}

// What a seat sees, in whichever of the two forms the game offers.
void observe(const State& s, std::vector<float>& out) {
  if (s.GetGame()->GetType().provides_observation_tensor) {
    s.ObservationTensor(s.CurrentPlayer(), absl::MakeSpan(out));
  } else {
    s.InformationStateTensor(s.CurrentPlayer(), absl::MakeSpan(out));
  }
}

int observation_size(const Game& game) {
  return game.GetType().provides_observation_tensor ? game.ObservationTensorSize() : game.InformationStateTensorSize();
}

void do_verb(Verb verb, const State& s, std::mt19937& rng, std::vector<float>& observation) {
  switch (verb) {
    case NOTHING:
      break;
    case LEGAL:
      s.LegalActions();
      break;
    case COPY:
      s.Clone();
      break;
    case REDEAL:
      s.ResampleFromInfostate(s.CurrentPlayer(), [&rng] { return absl::Uniform(rng, 0.0, 1.0); });
      break;
    case OBSERVE:
      observe(s, observation);
      break;
  }
}

}  // namespace

extern "C" {

// Play games: each dealt anew (per_deal is 0), or so many from each dealt position, so that dealing hardly counts.
// Returns the decisions, or -1 if the game cannot do it.
int64_t random_games(const char* name, int per_deal, int seed, int64_t games) {
  try {
    std::mt19937 rng(seed);
    std::shared_ptr<const Game> game = open_spiel::LoadGame(name);
    std::unique_ptr<State> start = game->NewInitialState();
    int64_t decisions = 0;
    for (int64_t i = 0; i < games; ++i) {
      if (per_deal && i % per_deal == 0) start = dealt(*game, rng);
      std::unique_ptr<State> s = start->Clone();
      while (!s->IsTerminal()) {
        if (s->IsChanceNode()) {
          draw(s.get(), rng);
        } else {
          decide(s.get(), rng);
          ++decisions;
        }
      }
    }
    return decisions;
  } catch (...) {
    return -1;
  }
}

// Do one thing so many times at each decision of random games. Returns the decisions, or -1 as above.
int64_t verbs(const char* name, int verb, int times, int seed, int64_t games) {
  try {
    std::mt19937 rng(seed);
    std::shared_ptr<const Game> game = open_spiel::LoadGame(name);
    std::vector<float> observation(verb == OBSERVE ? observation_size(*game) : 0);
    int64_t decisions = 0;
    for (int64_t i = 0; i < games; ++i) {
      std::unique_ptr<State> s = dealt(*game, rng);
      while (!s->IsTerminal()) {
        if (s->IsChanceNode()) {
          draw(s.get(), rng);
          continue;
        }
        for (int k = 0; k < times; ++k) do_verb(static_cast<Verb>(verb), *s, rng, observation);
        decide(s.get(), rng);
        ++decisions;
      }
    }
    return decisions;
  } catch (...) {
    return -1;
  }
}
}
