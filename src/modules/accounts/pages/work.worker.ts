import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import type { Challenge } from 'altcha-lib/types'

/** Timeout of the proof of work, in ms. */
const TIMEOUT_MS = 30_000

addEventListener('message', async ({ data }: MessageEvent<Challenge>) => {
  postMessage(await solveChallenge({ challenge: data, deriveKey, timeout: TIMEOUT_MS }).catch(() => null))
})
