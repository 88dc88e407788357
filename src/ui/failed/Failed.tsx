import type { ReactNode } from 'react'
import type { Refusal } from '#lib/error.ts'
import { CopyButton } from './CopyButton.tsx'
import './failed.css'

export type Failure = Pick<Refusal, 'code' | 'message' | 'requestId'>
type Props = {
  of: Failure
  /** Asks for the same again. */
  retry: () => void
  busy?: boolean
  /** Level of the heading, if shown instead of a whole page. */
  heading?: 'h1' | 'h2'
  /** The way to somewhere else. */
  back?: ReactNode
}

export function Failed({ of, retry, busy = false, heading: Heading, back }: Props) {
  const { code, requestId } = of
  const isLost = code === 0
  const isOurs = code >= 500
  return (
    <div className="failed" role="alert" data-whole={Heading && true}>
      <div>
        {Heading && <Heading>{isLost ? '网络连接不上' : '页面暂时无法显示'}</Heading>}
        <p>{sentenceOf(of)}</p>
        {Heading && (
          <p>
            {isLost ? OFFLINE_ADVICE : `${RETRY_ADVICE}${isOurs && requestId ? REQUEST_ID_ADVICE : CONTACT_ADVICE}`}
          </p>
        )}
      </div>
      <div className="failed-acts">
        <button
          type="button"
          className={Heading ? 'button primary' : 'button'}
          aria-disabled={busy}
          onClick={() => busy || retry()}
        >
          {busy ? '正在重试…' : '重试'}
        </button>
        {back}
      </div>
      {isOurs && requestId && (
        <div className="failed-number">
          <span>
            请求编号 <code>{requestId}</code>
          </span>
          <CopyButton text={requestId}>复制编号</CopyButton>
        </div>
      )}
    </div>
  )
}

const OFFLINE_ADVICE = '连上网络以后，点“重试”。已经打开的其他页面和填写的内容不受影响。'
const RETRY_ADVICE = '请稍等片刻，点“重试”。'
const REQUEST_ID_ADVICE = '仍然不行的，请把下面的请求编号告诉协会，便于查找原因。'
const CONTACT_ADVICE = '仍然不行的，请与协会联系。'

/** The server's own words, unless they are about the number, which stands below. */
const sentenceOf = ({ code, message, requestId }: Failure) =>
  code === 500 && requestId && message.includes(requestId) ? '系统出了问题，没有取到内容。' : message
