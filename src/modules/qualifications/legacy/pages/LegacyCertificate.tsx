import './legacy.css'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { type Api, inBrowser, onServer } from '#api/load.ts'
import { toRefusal } from '#api/useApi.ts'
import { head } from '#layouts/head.ts'
import { actsAtOnce } from '#layouts/scriptLoading.ts'
import { invalid } from '#lib/error.ts'
import { Entrance } from '#modules/accounts/pages/Entrance.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { Link, useSearchParams } from '#ui/router/router.tsx'
import { useMounted } from '#ui/useMounted.ts'
import type { Route } from './+types/LegacyCertificate'
import { LegacyForm } from './LegacyForm.tsx'
import { type Legacy, type Proof, readLegacy } from './legacyCalls.ts'
import type { OwnApply } from './legacySending.ts'
import { hasDraft, readStoredLegacy, storeLegacy } from './legacyStorage.ts'

const LegacyLookup = lazy(() => import('./LegacyLookup.tsx'))
const LegacyProgress = lazy(() => import('./LegacyProgress.tsx'))
const LegacyProof = lazy(() => import('./LegacyProof.tsx'))

const load = (api: Api) => api('GET /qualification/old/getApply', {})
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const AT = '/admin/publicity/qualification/old'

export const handle = actsAtOnce

export const meta = (args: Route.MetaArgs) =>
  head(args, {
    name: '旧证补录',
    description: '持有协会早年颁发的单位能力评价证书、在证书查验中查不到的单位，在这里补录，经协会核对后可公开查验。',
    canonical: AT,
    tags: { ColumnName: '旧证补录', ColumnType: '服务' },
  })

/** A certificate from before the register: handed in, looked after and corrected, with an account or without. */
export default function LegacyCertificate({ loaderData }: Route.ComponentProps) {
  const [query, setQuery] = useSearchParams()
  const [legacy, setLegacy] = useState<Legacy>(loaderData)
  const [proof, setProof] = useState<Proof | null>(null)
  const [doneId, setDoneId] = useState<number>()
  const [problem, setProblem] = useState('')
  const isAlive = useMounted()
  const [hadDraft, setHadDraft] = useState(false)
  const address = query.toString()
  const { step, ...which } = Object.fromEntries(query)
  const read = useCallback(async (proved: Proof | null, asked: object) => {
    const found = await readLegacy(asked, proved)
    setLegacy(found)
    setProblem('')
    return found
  }, [])
  // Read after mount: browser storage is unknown to the server, which renders the same page for everybody.
  useEffect(() => setHadDraft(hasDraft()), [])
  useEffect(() => {
    const known = readStoredLegacy('proof')
    setProof(known)
    const { step: _, ...asked } = Object.fromEntries(new URLSearchParams(address))
    read(known, asked).catch(error => setProblem(toRefusal(error).message))
  }, [address, read])
  const prove = (next: Proof | null) => {
    storeLegacy('proof', next)
    setProof(next)
  }
  const proveFor = (id: number) => (next: Proof | null) => {
    prove(next)
    void read(next, { ...which, id })
  }
  const find = async (asked: { certNo: string; creditCode: string }) => {
    const { apply, registered } = await read(proof, asked)
    if (apply || registered) return setQuery(asked, { replace: true })
    throw invalid('没有找到这张证书的补录，请核对编号和信用代码，或重新提交')
  }
  const done = (id: number, proved: Proof | null) => {
    setDoneId(id)
    void read(proved, { id }).then(() => scrollTo(0, 0))
  }
  const { apply, registered } = legacy
  const own = apply?.own && apply.canEdit ? (apply as OwnApply) : undefined
  return (
    <Entrance title="旧证补录" lead={LEAD} aside={<LegacySteps />}>
      <Problem>{problem}</Problem>
      <Suspense fallback={<p role="status">正在打开…</p>}>
        {apply && <LegacyProgress of={apply} isNew={apply.id === doneId} />}
        {apply?.canEdit && !own && legacy.needsCode && (
          <>
            {proof && <p className="field-error">已验证的手机号不是提交时所用的号码，请用提交时的手机号。</p>}
            <LegacyProof legacy={legacy} onProof={proveFor(apply.id)} />
          </>
        )}
        {own && (
          <LegacyForm key={own.id} isAlive legacy={legacy} of={own} proof={proof} onProof={prove} onDone={done} />
        )}
        {!apply && registered && <Registered of={registered} />}
        {!apply && step === 'progress' && <LegacyLookup asked={which} find={find} />}
        {!apply && step !== 'progress' && (
          <LegacyForm
            // Remounts the form when there is data to prefill; otherwise text typed before hydration stays.
            key={`${hadDraft} ${legacy.prefill.creditCode ?? ''}`}
            isAlive={isAlive}
            legacy={legacy}
            proof={proof}
            onProof={prove}
            onDone={done}
          />
        )}
      </Suspense>
      <p className="legacy-links">
        {apply || step ? (
          <Link to={AT} onClick={() => setDoneId(undefined)}>
            补录另一张
          </Link>
        ) : (
          <Link to={`${AT}?step=progress`}>已经提交过？查询进度、更正</Link>
        )}
      </p>
    </Entrance>
  )
}

const LEAD = (
  <>
    持有协会早年颁发的单位能力评价证书，在<Link to="/admin/verify">证书查验</Link>
    中查不到的，在这里补录。协会对照存档核对后，证书即可公开查验。
  </>
)

const Registered = ({ of: { certNo, orgName, claimable } }: { of: NonNullable<Legacy['registered']> }) => (
  <p className="legacy-next" role="status">
    名册中已有编号 {certNo} 的证书（{orgName}），可以
    <Link to={`/admin/verify?number=${encodeURIComponent(certNo)}`}>直接查验</Link>。
    {claimable ? '它还没有归入单位账号，可以提交补录来认领。' : '不需要再补录。'}
  </p>
)

const LegacySteps = () => (
  <aside className="entry-steps" aria-labelledby="legacy-steps">
    <h2 id="legacy-steps">怎样办理</h2>
    <ol>
      <li>
        <b>照证书填写</b>，编号、名称、日期都以证书上印的为准；找不到的旧种类可以照抄。
      </li>
      <li>
        <b>上传扫描件</b>，正本或副本均可，编号、日期和公章须清晰。
      </li>
      <li>
        <b>验证手机号</b>，结果用短信告知。会员登录后办理，不用验证，资料自动带出。
      </li>
      <li>
        <b>协会核对</b>存档。需要更正的，凭证书编号和信用代码回到这里，用同一手机号更正。
      </li>
      <li>
        <b>登记</b>后可公开查验；单位以后注册会员账号，证书自动归入。
      </li>
    </ol>
  </aside>
)
