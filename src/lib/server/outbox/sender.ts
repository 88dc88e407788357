import type { FastifyBaseLogger } from 'fastify'
import type { Services } from '../api/context.ts'
import { makeRounds } from '../process/rounds.ts'
import { sendDue } from './send.ts'

/** Sends when woken. */
export const makeSender = (services: Services, log: Pick<FastifyBaseLogger, 'error'>) =>
  makeRounds(ending => sendDue(services, new Date(), ending), log, 'the outbox could not be emptied')
