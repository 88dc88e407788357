import type { Challenge, Solution } from 'altcha-lib/types'
import { writeWork } from '../proofOfWork.ts'

/** Has another thread do the work. Undefined where this browser cannot, or not in time: without TLS it has no cryptography. */
export function solveProofOfWork(work: Challenge): Promise<string | undefined> {
  if (!globalThis.crypto?.subtle || typeof Worker === 'undefined') return Promise.resolve(undefined)
  return new Promise(resolve => {
    const worker = new Worker(new URL('./work.worker.ts', import.meta.url), { type: 'module' })
    const end = (solution: Solution | null) => {
      worker.terminate()
      resolve(solution ? writeWork(solution) : undefined)
    }
    worker.onmessage = ({ data }: MessageEvent<Solution | null>) => end(data)
    worker.onerror = () => end(null)
    worker.postMessage(work)
  })
}
