/** At how many of my tables it is my turn, as the list of my tables last read it. */
class Turns {
  count = $state(0)
}

export const turns = new Turns()
