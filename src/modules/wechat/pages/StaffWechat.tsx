import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { useSubmit } from '#api/useApi.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { Problem } from '#ui/form/Problem.tsx'
import type { Route } from './+types/StaffWechat'
import { Code } from './Code.tsx'
import { type Begun, useTicketPolling } from './useTicketPolling.ts'
import { WechatBindings } from './WechatBindings.tsx'

export { staffWechat as handle } from './screens.ts'

export const clientLoader = screenLoader(api => api('GET /staff/wechat/list', {}))

/** WeChat accounts that bring a colleague messages; nobody signs in to the back office by one. */
export default function StaffWechat({ loaderData }: Route.ComponentProps) {
  return (
    <WechatBindings of={loaderData} unbindBy="POST /staff/wechat/unbind" card="desk-card">
      {bound => <BindWechat isFirst={loaderData.bindings.length === 0} bound={bound} />}
    </WechatBindings>
  )
}

/** The password proves who sits here, then the WeChat is scanned. */
function BindWechat({ isFirst, bound }: { isFirst: boolean; bound: () => void }) {
  const { submit, busy, error } = useSubmit('POST /staff/wechat/bind')
  const [begun, setBegun] = useState<Begun>()
  const begin = async () => setBegun((await submit({})) || undefined)
  const state = useTicketPolling(begun, async secret => (await browserApi('POST /staff/wechat/poll', { secret })).state)
  useEffect(() => {
    if (state === 'confirmed') bound()
  }, [state, bound])
  return (
    <>
      <h2>{isFirst ? '绑定微信' : '再绑定一个微信'}</h2>
      <p>
        绑定后，待办消息发到这个微信，可以从消息里的链接凭动态验证码办理一项工作；不能用微信登录工作后台。一个账号最多绑定
        3 个微信。
      </p>
      {begun ? (
        <Code begun={begun} state={state} again={() => setBegun(undefined)} busy={busy} />
      ) : (
        <>
          <Problem>{error?.message}</Problem>
          <Button type="primary" loading={busy} onClick={() => void begin()}>
            显示二维码
          </Button>
        </>
      )}
    </>
  )
}
