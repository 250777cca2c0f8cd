"""The network while it learns: what greedy likes, and what two layers add. `rounding.py` makes it what is shipped."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import nn

from ..games import learned
from ..games.network import Network

SPREAD = 0.15
"""Of the first weights of the first layer: their standard deviation."""


class Student(nn.Module):
    """A network over what a seat observes, on top of what greedy likes: it begins where greedy stands."""

    def __init__(self, features: int, actions: int, units: int = 512, last: int = 128) -> None:
        super().__init__()
        self.first = nn.Linear(features, units)
        self.second = nn.Linear(units, last)
        self.actions = nn.Linear(last, actions)
        self.value = nn.Linear(last, 1)
        self.trust = nn.Parameter(torch.tensor(1.0))
        with torch.no_grad():
            self.first.weight.normal_(0.0, SPREAD)
            self.first.bias.fill_(0.1)
            self.second.weight.normal_(0.0, (2.0 / units) ** 0.5)
            self.second.bias.fill_(0.1)
            self.actions.weight.zero_()  # so that it begins with what greedy likes, and nothing else
            self.actions.bias.zero_()
            self.value.weight.normal_(0.0, 0.1)
            self.value.bias.zero_()

    @classmethod
    def of(cls, network: Network) -> Student:
        """A student that answers nearly as a network of whole numbers does: `rounding.py` backwards.

        Units are scaled so that weights are about as large as those with which students begin, and learn as fast.
        """
        arrays = {name: array.astype(np.float64) for name, array in network.arrays.items()}
        shift, per_like, per_value = arrays["scales"]
        features, units = arrays["first"].shape
        last = arrays["second"].shape[1]
        one = SPREAD / max(arrays["first"].std(), 1e-9)
        two = (2.0 / units) ** 0.5 / max(arrays["second"].std(), 1e-9)
        passed = one * two * 2.0**shift  # by how much more than there a unit of the last layer passes on
        student = cls(features, arrays["actions"].shape[0], units, last)
        weights = {
            "first.weight": arrays["first"].T * one,
            "first.bias": arrays["first_bias"] * one,
            "second.weight": arrays["second"].T * two,
            "second.bias": arrays["second_bias"] * one * two,
            "actions.weight": arrays["actions"] / (passed * per_like),
            "actions.bias": arrays["actions_bias"] / per_like,
            "value.weight": arrays["value"][None] / (passed * per_value),
            "value.bias": arrays["value_bias"].reshape(1) / per_value,
            "trust": np.array(network.about["trust"] / learned.TRUSTED),
        }
        student.load_state_dict({name: torch.from_numpy(np.array(x, np.float32)) for name, x in weights.items()})
        return student

    @property
    def units(self) -> int:
        """The units of the first layer."""
        return self.first.out_features

    @property
    def last(self) -> int:
        """The units of the last layer."""
        return self.second.out_features

    def think(self, seen: torch.Tensor) -> torch.Tensor:
        """What the units of the last layer pass on. The first two layers run in the precision of what was seen."""
        kind = seen.dtype
        x = nn.functional.linear(seen, self.first.weight.to(kind), self.first.bias.to(kind)).relu()
        return nn.functional.linear(x, self.second.weight.to(kind), self.second.bias.to(kind)).float().relu()

    def forward(self, seen: torch.Tensor, likes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """How much each action is liked, and how well the seat that sees this will do."""
        x = self.think(seen)
        return self.actions(x) + self.trust * likes, self.value(x).squeeze(-1)

    def layers(self) -> dict[str, tuple[Any, Any]]:
        """Its weights and biases in NumPy, for `rounding.py`."""
        parts = {"first": self.first, "second": self.second, "actions": self.actions, "value": self.value}
        return {
            name: (part.weight.detach().double().cpu().numpy(), part.bias.detach().double().cpu().numpy())
            for name, part in parts.items()
        }

    def worth(self, seen: torch.Tensor) -> torch.Tensor:
        """How well the seat that sees this will do."""
        worth: torch.Tensor = self.value(self.think(seen)).squeeze(-1)
        return worth


def masked(logits: torch.Tensor, masks: torch.Tensor) -> torch.Tensor:
    """Logits with those of actions that are not legal far below all others."""
    return logits.masked_fill(masks == 0, -1e9)
