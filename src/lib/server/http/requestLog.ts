import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import pretty from 'pino-pretty'

/** Fields of a request in the log: never the query, where names and numbers may stand, and no headers. */
export const withoutQuery = ({ method, url, ip, routeOptions }: FastifyRequest) => ({
  method,
  path: url.split('?')[0],
  ...(!routeOptions?.config?.isAnonymous && { address: ip }),
})

/** Writes one line for each request, after it has been answered. */
export class LineForRequest extends LogController {
  override incomingRequest() {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply) {
    const of = { req: request, res: reply, responseTime: reply.elapsedTime }
    if (error) request.log.error({ ...of, err: error }, 'request errored')
    else request.log.info(of, 'request completed')
  }
}

/** Format for a terminal: `10:31:02 INFO: GET /news 200，12 毫秒`. */
export const linesForPeople = (destination: NodeJS.WritableStream & { hasColors?: () => boolean }) =>
  pretty({
    destination,
    sync: true,
    // A terminal answers for itself, and honours NO_COLOR.
    colorize: destination.hasColors?.() ?? false,
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'pid,hostname,reqId,req,res,responseTime',
    messageFormat: ({ msg, req, res, responseTime }) =>
      isOf(req) && isOf(res) && typeof responseTime === 'number'
        ? `${req.method} ${req.path} ${res.statusCode}，${Math.round(responseTime)} 毫秒`
        : String(msg),
  })

const isOf = (given: unknown): given is Record<string, unknown> => typeof given === 'object' && given !== null
