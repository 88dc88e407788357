/**
 * How much a piece of work may cost is asserted in the processor's time, in ms: how long it takes by the clock depends on
 * what else the machine does.
 */
export function processorTime(): () => number {
  const before = process.cpuUsage()
  return () => process.cpuUsage(before).user / 1000
}
