/** Whether I look at my role now, and whether I ever did: a lesson waits for it. */
class Peek {
  isLooking = $state(false)
  hasLooked = $state(false)
}

export const peek = new Peek()
