/** By the clock of Shanghai, which has no summer time, whatever the server's zone. */
const OFFSET = 8
const [EVENING, MORNING] = [21, 8]

/** From 21:00 to 08:00 nobody is sent a text that nobody waits for. */
export function isNight(moment: Date): boolean {
  const hour = (moment.getUTCHours() + OFFSET) % 24
  return hour >= EVENING || hour < MORNING
}
