import { setTimeout as wait } from 'node:timers/promises'

/**
 * Makes one page after the other, those first that were named last, and rests after each for as long as it took: whoever
 * asks meanwhile has at least half of the time. What fails is made when somebody asks for it.
 */
export function oneAtATime(make: (url: string) => Promise<unknown>): (urls: readonly string[]) => void {
  let left: string[] = []
  let isWorking = false

  async function work() {
    isWorking = true
    for (let url = left.shift(); url !== undefined; url = left.shift()) {
      const begun = performance.now()
      await make(url).catch(() => {})
      await wait(performance.now() - begun, undefined, { ref: false })
    }
    isWorking = false
  }

  return urls => {
    left = [...new Set([...urls, ...left])].slice(0, MOST_WAITING)
    if (left.length > 0 && !isWorking) void work()
  }
}

const MOST_WAITING = 40
