import { spawn } from 'node:child_process'
import type { Say } from './lifetime.ts'

type SystemdState = { READY?: 1; STOPPING?: 1; WATCHDOG?: 1 }

/**
 * Tells systemd how we are, by its own program: Node has no datagram sockets of this kind. A process whose event loop
 * stands still tells nothing, and is started anew. Without systemd nothing is told.
 */
export function makeSupervisor(of: { watchdog: number } | undefined, say: Say) {
  let beat: NodeJS.Timeout | undefined
  const tell = (told: SystemdState) =>
    new Promise<void>(resolve => {
      if (!of) return resolve()
      const words = Object.entries(told).map(([name, value]) => `${name}=${value}`)
      const child = spawn('systemd-notify', words, { stdio: 'ignore' })
      child.once('error', ({ message }) => {
        say(`无法运行 systemd-notify（${message}）：请安装 systemd，或在服务文件中改用 Type=exec 并去掉 WatchdogSec。`)
        resolve()
      })
      child.once('close', () => resolve())
    })
  return {
    ready: async () => {
      await tell({ READY: 1, WATCHDOG: 1 })
      // Thrice in the time that is given: one that is late does no harm.
      if (of && of.watchdog > 0) beat = setInterval(() => void tell({ WATCHDOG: 1 }), of.watchdog / 3).unref()
    },
    stopping: async () => {
      await tell({ STOPPING: 1 })
    },
    /** Ends the heartbeat, which goes on during shutdown. */
    rest: async () => clearInterval(beat),
  }
}
