import { subscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { recordAnswers } from './record.ts'

/** Loaded before the program (`node --import`), this notes what its answers show to tests in a browser. */
subscribe('fastify.initialization', message => {
  const { fastify } = message as { fastify: FastifyInstance }
  recordAnswers(fastify, { amongOthers: true })
})
