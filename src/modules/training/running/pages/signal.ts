let audio: AudioContext | undefined

/** A short tone and a shake, so that the desk need not look: high for done, low and twice for not. */
export function signal(isGood: boolean) {
  // Browsers allow neither before somebody has touched the page.
  if (!navigator.userActivation?.hasBeenActive) return
  navigator.vibrate?.(isGood ? 80 : [80, 60, 80])
  audio ??= new AudioContext()
  const tone = audio.createOscillator()
  const volume = audio.createGain()
  tone.frequency.value = isGood ? 1040 : 240
  volume.gain.value = 0.15
  tone.connect(volume).connect(audio.destination)
  tone.start()
  tone.stop(audio.currentTime + (isGood ? 0.12 : 0.35))
}
