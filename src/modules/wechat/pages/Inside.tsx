import { useEffect, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { refusalOf, useSubmit } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { useEnter } from '#modules/accounts/pages/useEnter.ts'
import { LightForm } from '#ui/form/light/LightForm.tsx'
import { useLightForm } from '#ui/form/light/useLightForm.ts'
import { useNavigate, useSearchParams } from '#ui/router/router.tsx'
import { AccountChoice } from './AccountChoice.tsx'

/** What this browser began, while WeChat is asked who it is. */
const KEPT = 'wechat-inside'
type Kept = { secret: string; search: string }
type Back = { secret: string; state: string }
type Accounts = Output<ApiContract['POST /wechat/inside/finish']>['accounts']

/** One tap: WeChat says whose it is, and brings the person back here. */
export function Inside() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const enter = useEnter()
  const { submit, busy, error } = useSubmit('POST /wechat/inside/start')
  const [back, setBack] = useState<Back>()
  const [accounts, setAccounts] = useState<Accounts>([])
  const [refused, setRefused] = useState<string>()
  const [code, state] = [query.get('code'), query.get('state')]
  const begin = async () => {
    const begun = await submit({})
    if (!begun) return
    sessionStorage.setItem(KEPT, JSON.stringify({ secret: begun.secret, search: location.search } satisfies Kept))
    location.assign(begun.url)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each return
  useEffect(() => {
    const kept = read()
    if (!code || !state || !kept) return
    sessionStorage.removeItem(KEPT)
    // What WeChat has added leaves the address, and what was there before comes back.
    void navigate({ search: kept.search }, { replace: true })
    setBack({ secret: kept.secret, state })
    browserApi('POST /wechat/inside/finish', { secret: kept.secret, state, code }).then(
      ({ session, accounts }) => (session ? enter(session) : setAccounts(accounts)),
      thrown => setRefused(refusalOf(thrown).message),
    )
  }, [code, state])
  if (back && accounts.length > 0) return <Choosing back={back} accounts={accounts} />
  return (
    <>
      {(refused ?? error) && (
        <p className="field-error" role="alert">
          {refused ?? error?.message}
        </p>
      )}
      <button type="button" className="button primary" aria-disabled={busy} onClick={() => void begin()}>
        {busy ? '正在打开微信授权…' : '微信一键登录'}
      </button>
    </>
  )
}

function read(): Kept | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? '') as Kept
  } catch {
    return undefined
  }
}

function Choosing({ back, accounts }: { back: Back; accounts: Accounts }) {
  const enter = useEnter()
  const form = useLightForm(async ({ account }) => {
    const { session } = await browserApi('POST /wechat/inside/finish', { ...back, accountId: Number(account) })
    if (session) await enter(session)
  })
  return (
    <LightForm of={form} label="选择账号" action="登录" busy="正在登录…">
      <AccountChoice accounts={accounts} />
    </LightForm>
  )
}
