import { useCallback, useEffect, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { useSubmit } from '#api/useApi.ts'
import { head } from '#layouts/head.ts'
import { Entrance } from '#modules/accounts/pages/Entrance.tsx'
import { useEnter } from '#modules/accounts/pages/useEnter.ts'
import { Link, useLocation } from '#ui/router/router.tsx'
import type { Route } from './+types/WechatLogin'
import { Code } from './Code.tsx'
import { Inside } from './Inside.tsx'
import { isInsideWechat } from './isInsideWechat.ts'
import { type Begun, usePolled } from './usePolled.ts'

export { actsAtOnce as handle } from '#layouts/waiting.ts'

export const meta = (args: Route.MetaArgs) => head(args, { name: '微信登录', hidden: true })

const LEAD = '用已绑定账号的微信扫码，在手机上核对并确认。二维码 2 分钟内有效，不要发给别人。'

/** Inside WeChat one tap; elsewhere a code to be scanned by a WeChat that belongs to an account. */
export default function WechatLogin() {
  const { search } = useLocation()
  // Known in the browser alone: the page is the same for everybody.
  const [inside, setInside] = useState<boolean>()
  useEffect(() => setInside(isInsideWechat()), [])
  return (
    <Entrance title="微信登录" lead={inside ? undefined : LEAD}>
      <div className="entry">
        {inside === undefined ? <p role="status">正在准备…</p> : inside ? <Inside /> : <ByCode />}
        <ul role="list" className="entry-links">
          <li>
            <Link to={`/admin/login/login${search}`}>用密码登录</Link>
          </li>
        </ul>
      </div>
    </Entrance>
  )
}

function ByCode() {
  const enter = useEnter()
  const { submit, busy, error } = useSubmit('POST /wechat/signIn/start')
  const [begun, setBegun] = useState<Begun>()
  const begin = useCallback(async () => {
    const made = await submit({})
    if (made) setBegun(made)
  }, [submit])
  useEffect(() => void begin(), [begin])
  const state = usePolled(begun, async secret => {
    const { state, session } = await browserApi('POST /wechat/signIn/poll', { secret })
    if (session) await enter(session)
    return state
  })
  return (
    <>
      {error && (
        <p className="field-error" role="alert">
          {error.message}
        </p>
      )}
      {begun ? (
        <Code begun={begun} state={state} again={() => void begin()} busy={busy} />
      ) : (
        <p role="status">{busy ? '正在取二维码…' : ''}</p>
      )}
      {error && !begun && (
        <button type="button" className="button" aria-disabled={busy} onClick={() => void begin()}>
          再取一次二维码
        </button>
      )}
    </>
  )
}
