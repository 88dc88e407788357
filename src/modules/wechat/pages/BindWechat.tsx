import { Button } from 'antd'
import { type FormEvent, useEffect, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { useSubmit } from '#api/useApi.ts'
import { MyCodeField } from '#modules/accounts/own/pages/MyCodeField.tsx'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { Code } from './Code.tsx'
import { type Begun, usePolled } from './usePolled.ts'
import '#ui/form/form.css'
import '#modules/accounts/own/pages/mySecurity.css'

/** First the phone proves who sits here, then the WeChat is scanned. */
export function BindWechat({ isFirst, bound }: { isFirst: boolean; bound: () => void }) {
  const { submit, busy, error, fields } = useSubmit('POST /member/wechat/bind')
  const [code, setCode] = useState('')
  const [begun, setBegun] = useState<Begun>()
  const begin = async (event: FormEvent) => {
    event.preventDefault()
    const made = await submit({ code })
    if (made) setBegun(made)
  }
  const state = usePolled(begun, async secret => (await browserApi('POST /member/wechat/poll', { secret })).state)
  useEffect(() => {
    if (state === 'confirmed') bound()
  }, [state, bound])
  const again = () => {
    setCode('')
    setBegun(undefined)
  }
  return (
    <section className="centre-card">
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
    </section>
  )
}
