import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import about from 'pdfjs-dist/package.json' with { type: 'json' }

const root = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
const SERVED = /^\/(cmaps|standard_fonts|wasm|iccs)\/[\w.-]+$/

/** The character maps, fonts and decoders that a PDF may need in the browser: from here, never from another's server. */
export const servePdfAssets = (app: FastifyInstance) =>
  app.register(fastifyStatic, {
    root,
    prefix: `/pdfjs/${about.version}/`,
    decorateReply: false,
    index: false,
    allowedPath: path => SERVED.test(path),
    setHeaders: reply => void reply.header('vary', 'accept-encoding'),
    immutable: true,
    maxAge: '1y',
  })

/** Policy of web workers that need WebAssembly: one reads PDFs, the other QR codes from a camera. */
export const workerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
