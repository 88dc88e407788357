import '#ui/form/form.css'
import '#modules/accounts/own/pages/mySecurity.css'
import { Button } from 'antd'
import { type FormEvent, useEffect, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { useSubmit } from '#api/useApi.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { MyCodeField } from '#modules/accounts/own/pages/MyCodeField.tsx'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import type { Route } from './+types/MyWechat'
import { Code } from './Code.tsx'
import { type Begun, useTicketPolling } from './useTicketPolling.ts'
import { WechatBindings } from './WechatBindings.tsx'

export { myWechat as handle } from './screens.ts'

export const clientLoader = screenLoader(api => api('GET /member/wechat/list', {}))

/** WeChat accounts by which a member signs in and gets messages. */
export default function MyWechat({ loaderData }: Route.ComponentProps) {
  return (
    <WechatBindings of={loaderData} unbindBy="POST /member/wechat/unbind" card="centre-card">
      {bound => <BindWechat isFirst={loaderData.bindings.length === 0} bound={bound} />}
    </WechatBindings>
  )
}

/** First the phone proves who sits here, then the WeChat is scanned. */
function BindWechat({ isFirst, bound }: { isFirst: boolean; bound: () => void }) {
  const { submit, busy, error, fields } = useSubmit('POST /member/wechat/bind')
  const [code, setCode] = useState('')
  const [begun, setBegun] = useState<Begun>()
  const begin = async (event: FormEvent) => {
    event.preventDefault()
    const made = await submit({ code })
    if (made) setBegun(made)
  }
  const state = useTicketPolling(
    begun,
    async secret => (await browserApi('POST /member/wechat/poll', { secret })).state,
  )
  useEffect(() => {
    if (state === 'confirmed') bound()
  }, [state, bound])
  const again = () => {
    setCode('')
    setBegun(undefined)
  }
  return (
    <>
      <h2>{isFirst ? '绑定微信' : '再绑定一个微信'}</h2>
      <p>先用本账号的手机收验证码，再用要绑定的微信扫码，在手机上确认。一个账号最多绑定 3 个微信。</p>
      {begun ? (
        <Code begun={begun} state={state} again={again} busy={busy} />
      ) : (
        <form className="form" noValidate onSubmit={begin}>
          <ErrorSummary errors={fields} labelOf={() => '验证码'} message={error?.message} alone />
          <MyCodeField name="code" label="验证码" scene="wechat" value={code} onChange={setCode} error={fields.code} />
          <div className="form-actions">
            <Button type="primary" htmlType="submit" loading={busy}>
              下一步：显示二维码
            </Button>
          </div>
        </form>
      )}
    </>
  )
}
