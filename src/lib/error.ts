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
  /** Request id under which the log has the answer; set in the browser only. */
  readonly requestId: string | undefined
  /** Seconds after which a retry is allowed. */
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
/** Reports all invalid fields at once, with the wording that heads every list of errors. */
export const invalidFields = (fields: Record<string, string>) =>
  invalid(`有 ${Object.keys(fields).length} 处需要更正`, fields)
export const notSignedIn = (message = '请先登录') => new Refusal(401, message)
export const forbidden = (message = '您没有权限进行此操作') => new Refusal(403, message)
/** The requested page or record does not exist; not for an empty list. */
export const notFound = (message = '您访问的内容不存在或已下线') => new Refusal(404, message)
/** Status of a call that waits for the approval of a second person. */
export const AWAITING_APPROVAL = 202
export const awaitingApproval = (message: string) => new Refusal(AWAITING_APPROVAL, message)
/** The record was changed by somebody else, or its state no longer allows the call. */
export const conflict = (message: string, fields?: Record<string, string>) => new Refusal(409, message, fields)
/** Nobody has used this staff session for a while: the password opens it again, and the page stays. */
export const locked = (message = '太久没有操作，已锁定，请输入密码继续') => new Refusal(423, message)
/** A dangerous call: the user must enter the password again. */
export const notConfirmed = (message = '请再次输入密码，确认是您本人操作') => new Refusal(428, message)
/** The privacy policy or the terms have changed; members must agree before any other call. */
export const consentNeeded = (message = '隐私政策或用户协议已更新，请阅读并同意后继续使用') => new Refusal(451, message)
export const tooManyRequests = (message = '操作过于频繁，请稍后再试', retryAfter?: number) =>
  Object.assign(new Refusal(429, message), retryAfter !== undefined && { retryAfter })
/** The association ended this session. */
export const sessionEnded = (message: string) => new Refusal(550, message)
