/** Measures CPU time in ms. Tests limit CPU time, because wall-clock time depends on the load of the machine. */
export function processorTime(): () => number {
  const before = process.cpuUsage()
  return () => process.cpuUsage(before).user / 1000
}
