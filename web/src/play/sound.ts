/** Two synthesised sounds: a card is played, and it is my turn. Off by default. */
import { settings } from '../state/settings.svelte'

type Sound = 'card' | 'turn'

const NOTES: Record<Sound, { pitch: number; lasts: number; loudness: number }> = {
  card: { pitch: 210, lasts: 0.07, loudness: 0.05 },
  turn: { pitch: 660, lasts: 0.35, loudness: 0.06 },
}

let context: AudioContext | null = null

export function chime(sound: Sound): void {
  if (!settings.sound || document.hidden) return
  context ??= new AudioContext()
  const { pitch, lasts, loudness } = NOTES[sound]
  const tone = context.createOscillator()
  const volume = context.createGain()
  tone.frequency.value = pitch
  tone.type = 'sine'
  volume.gain.setValueAtTime(loudness, context.currentTime)
  volume.gain.exponentialRampToValueAtTime(0.0001, context.currentTime + lasts)
  tone.connect(volume).connect(context.destination)
  tone.start()
  tone.stop(context.currentTime + lasts)
}
