/**
 * A refusal by a rule: what the caller did cannot be done, and `message` says in Chinese what to do instead.
 * Everything else that is thrown is a fault of ours. Recognise it by `isRefusal`, never by `instanceof`: the pages
 * are built in another module graph than the server.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: number
  /** Field path → what is wrong with it, for a form to show beside the field. */
  readonly fields: Record<string, string> | undefined
  /** In a browser: under which number the log has the answer. */
  readonly requestId: string | undefined
  /** In s: when the same may be tried again. */
  retryAfter?: number

  constructor(code: number, message: string, fields?: Record<string, string>, requestId?: string) {
    super(message)
    this.code = code
    this.fields = fields
    this.requestId = requestId
  }
}

export const isRefusal = (error: unknown): error is Refusal => error instanceof Error && error.name === 'Refusal'

/** The input cannot be accepted as it is. */
export const invalid = (message: string, fields?: Record<string, string>) => new Refusal(400, message, fields)
/** Nobody is signed in, or the session is over. */
/** All that is wrong at once, in the one wording that stands over every list of errors. */
export const faulty = (fields: Record<string, string>) => invalid(`有 ${Object.keys(fields).length} 处需要更正`, fields)
export const notSignedIn = (message = '请先登录') => new Refusal(401, message)
export const forbidden = (message = '您没有权限进行此操作') => new Refusal(403, message)
/** Something a page was asked to show does not exist; never for "you have none yet". */
export const notFound = (message = '您访问的内容不存在或已下线') => new Refusal(404, message)
/** Not done yet, and not lost: it is kept until somebody else has agreed. */
export const AWAITING = 202
export const awaiting = (message: string) => new Refusal(AWAITING, message)
/** Somebody else was faster, or the state no longer allows it. */
export const conflict = (message: string, fields?: Record<string, string>) => new Refusal(409, message, fields)
/** Something dangerous is asked for: who is signed in must prove once more who that is. */
export const notConfirmed = (message = '请再次输入密码，确认是您本人操作') => new Refusal(428, message)
/** What every member agreed to has changed: until they have read and agreed to it, nothing else is done for them. */
export const consentNeeded = (message = '隐私政策或用户协议已更新，请阅读并同意后继续使用') => new Refusal(451, message)
export const tooMany = (message = '操作过于频繁，请稍后再试', retryAfter?: number) =>
  Object.assign(new Refusal(429, message), retryAfter !== undefined && { retryAfter })
/** The association ended this session (design.md, "The envelope"). */
export const sessionEnded = (message: string) => new Refusal(550, message)
