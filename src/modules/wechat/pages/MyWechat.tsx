import '#ui/form/form.css'
import '#modules/accounts/own/pages/mySecurity.css'
import { Button } from 'antd'
import { type FormEvent, useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { announce } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { minute } from '#lib/dates.ts'
import { MyCodeField } from '#modules/accounts/own/pages/MyCodeField.tsx'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { Tag } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import type { Route } from './+types/MyWechat'
import { Code } from './Code.tsx'
import { type Begun, useTicketPolling } from './useTicketPolling.ts'

export { myWechat as handle } from './screens.ts'

export const clientLoader = screenLoader(api => api('GET /member/wechat/list', {}))

/** WeChat accounts bound to the account, and binding of another one. */
export default function MyWechat({ loaderData: { isOffered, bindings } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const { submit, busy, error } = useSubmit('POST /member/wechat/unbind')
  const [bound, setBound] = useState(0)
  const unbind = async (id: number) => {
    if (!(await submit({ id }))) return
    announce('已解绑')
    await revalidate()
  }
  const isBound = () => {
    announce('微信已绑定')
    setBound(bound + 1)
    void revalidate()
  }
  return (
    <>
      <section className="centre-card">
        <h2>已绑定的微信</h2>
        <Problem>{error?.message}</Problem>
        <DataTable
          caption="已绑定的微信"
          answer={{ data: bindings, error: undefined, loading: false, reload: () => void revalidate() }}
          empty={{ title: '还没有绑定微信' }}
          columns={[
            { name: '微信', cell: ({ name }) => name },
            { name: '绑定于', cell: ({ boundAt }) => minute(boundAt), nowrap: true },
            {
              name: '消息',
              cell: ({ isFollowing }) =>
                isFollowing ? <Tag tone="good">收得到</Tag> : <Tag tone="warn">已取消关注，收不到</Tag>,
            },
            {
              name: '操作',
              nowrap: true,
              cell: ({ id, name }) => (
                <Button disabled={busy} aria-label={`解绑：${name}`} onClick={() => void unbind(id)}>
                  解绑
                </Button>
              ),
            },
          ]}
        />
      </section>
      {isOffered ? (
        <BindWechat key={bound} isFirst={bindings.length === 0} bound={isBound} />
      ) : (
        <section className="centre-card">
          <p>本站没有开通微信。</p>
        </section>
      )}
    </>
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
