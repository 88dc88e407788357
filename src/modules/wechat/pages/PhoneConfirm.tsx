import { useEffect, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { useSubmit } from '#api/useApi.ts'
import { head } from '#layouts/head.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { Entrance } from '#modules/accounts/pages/Entrance.tsx'
import { LightForm } from '#ui/form/light/LightForm.tsx'
import { LightInput } from '#ui/form/light/LightInput.tsx'
import { useLightForm } from '#ui/form/light/useLightForm.ts'
import type { Route } from './+types/PhoneConfirm'
import { AccountChoice } from './AccountChoice.tsx'
import './wechat.css'

export { actsAtOnce as handle } from '#layouts/scriptLoading.ts'

export const meta = (args: Route.MetaArgs) => head(args, { name: '微信确认', hidden: true })

type Shown = Output<ApiContract['POST /wechat/phone/show']>

/**
 * Confirmation on the phone that scanned: purpose, device and account. The URL fragment leaves this browser only in API
 * calls.
 */
export default function PhoneConfirm() {
  const { submit, error } = useSubmit('POST /wechat/phone/show')
  const [shown, setShown] = useState<Shown>()
  const [done, setDone] = useState<string>()
  useEffect(() => {
    void submit({ link: location.hash.slice(1) }).then(setShown)
  }, [submit])
  return (
    <Entrance title={shown?.purpose === 'bind' ? '确认绑定微信' : '确认登录'}>
      <div className="entry">
        {error && <p role="alert">{error.message}</p>}
        {!shown && !error && <p role="status">正在核对…</p>}
        {done !== undefined ? (
          <p className="entry-done" role="status">
            {done}
          </p>
        ) : (
          shown && <Confirming shown={shown} done={setDone} />
        )}
      </div>
    </Entrance>
  )
}

function Confirming({ shown, done }: { shown: Shown; done: (told: string) => void }) {
  const { purpose, siteName, device, address, createdAt, accounts } = shown
  const act = purpose === 'bind' ? '绑定' : '登录'
  const link = location.hash.slice(1)
  const form = useLightForm(async ({ number = '', account }) => {
    const accountId = account ? Number(account) : undefined
    await browserApi('POST /wechat/phone/answer', { link, accept: true, number, accountId })
    done(`已确认${act}，请回到电脑上继续。`)
  })
  const refusing = useSubmit('POST /wechat/phone/answer')
  const refuse = async () => {
    if (await refusing.submit({ link, accept: false })) done(`已取消，没有${act}。`)
  }
  return (
    <>
      <dl className="wechat-facts">
        <dt>网站</dt>
        <dd>{siteName}</dd>
        <dt>设备</dt>
        <dd>{device}</dd>
        <dt>来自</dt>
        <dd>{address}</dd>
        <dt>时间</dt>
        <dd>{minute(createdAt)}</dd>
        {accounts.length === 1 && (
          <>
            <dt>账号</dt>
            <dd>
              {accounts[0]!.name}（{accounts[0]!.userName}）
            </dd>
          </>
        )}
      </dl>
      <p>不是您本人在电脑上操作的，请取消：确认后，对方就能以您的账号{act === '绑定' ? '收到消息' : '登录'}。</p>
      <LightForm of={form} label={`确认${act}`} action={`确认${act}`} busy="正在确认…">
        {accounts.length > 1 && <AccountChoice accounts={accounts} />}
        <LightInput
          name="number"
          label="电脑上二维码旁的两位数字"
          error={form.errors.number}
          inputMode="numeric"
          maxLength={2}
          autoComplete="off"
          required
        />
      </LightForm>
      <button type="button" className="button" onClick={() => void refuse()}>
        取消
      </button>
      {refusing.error && <p role="alert">{refusing.error.message}</p>}
    </>
  )
}
