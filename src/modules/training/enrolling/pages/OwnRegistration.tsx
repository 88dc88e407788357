import { typedCode } from '#lib/typed.ts'
import './enrolment.css'
import './enrolPages.css'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { toRefusal } from '#api/useApi.ts'
import { head } from '#layouts/head.ts'
import { columnCrumbs, useColumnCrumbs } from '#layouts/public/columnCrumbs.ts'
import { actsAtOnce } from '#layouts/scriptLoading.ts'
import { isRefusal } from '#lib/error.ts'
import { COURSES_CRUMBS } from '#modules/training/courses/pages/courseCrumbs.ts'
import { LightForm } from '#ui/form/light/LightForm.tsx'
import { LightInput } from '#ui/form/light/LightInput.tsx'
import { LightLines } from '#ui/form/light/LightLines.tsx'
import { useLightForm } from '#ui/form/light/useLightForm.ts'
import { Problem } from '#ui/form/Problem.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { Link, useSearchParams } from '#ui/router/router.tsx'
import type { Route } from './+types/OwnRegistration'
import { call, type Enrolment } from './enrolmentCalls.ts'
import { contactMobile, type Opened, readStoredEnrolment, storeEnrolment } from './enrolmentStorage.ts'

const OwnOpened = lazy(() => import('./OwnOpened.tsx'))

const AT = '/admin/publicity/training/registration'
const CRUMBS = [...COURSES_CRUMBS, { name: '查询我的报名', route: AT }]

export const handle = actsAtOnce

export const meta = (args: Route.MetaArgs) =>
  head(args, {
    name: '查询我的报名',
    description: '凭报名编号、查询码和联系人手机查询培训报名的进度，更正、缴费、取消，下载准考证和发票。',
    canonical: AT,
    breadcrumb: columnCrumbs(args.matches, CRUMBS),
    tags: { ColumnName: '培训报名', ColumnType: '服务' },
  })

/** A registration that was made without an account, for who made it. */
export default function OwnRegistration() {
  const [query] = useSearchParams()
  const [opened, setOpened] = useState<Opened | null>(null)
  const [own, setOwn] = useState<Enrolment>()
  const [problem, setProblem] = useState('')
  const leave = useCallback(() => {
    storeEnrolment('opened', null)
    setOpened(null)
    setOwn(undefined)
  }, [])
  const read = useCallback(
    async ({ regNo, ticket }: Opened) => {
      try {
        setOwn(await call('GET /app/training/getApply', { regNo }, ticket))
        setProblem('')
      } catch (error) {
        setProblem(toRefusal(error).message)
        // A ticket lasts a day.
        if (isRefusal(error)) leave()
      }
    },
    [leave],
  )
  const open = (next: Opened) => {
    storeEnrolment('opened', next)
    setOpened(next)
    return read(next)
  }
  const asked = query.get('regNo') ?? undefined
  // Read after mount: browser storage is unknown to the server-rendered page.
  useEffect(() => {
    const kept = readStoredEnrolment('opened')
    if (!kept || (asked && kept.regNo !== asked)) return
    setOpened(kept)
    void read(kept)
  }, [asked, read])
  return (
    <div className="wrap">
      <PageHead crumbs={useColumnCrumbs(CRUMBS)} title="查询我的报名">
        没有会员账号的报名在这里办理：看进度，更正，缴费，确认候补，取消，下载准考证和发票。
      </PageHead>
      <Problem>{problem}</Problem>
      {opened && own?.reg ? (
        <>
          <Suspense fallback={<p role="status">正在打开…</p>}>
            <OwnOpened of={own} opened={opened} changed={() => read(opened)} />
          </Suspense>
          <p className="enrol-back">
            <button type="button" className="enrol-link" onClick={leave}>
              查询另一份报名
            </button>
          </p>
        </>
      ) : (
        <div className="enrol-proof">
          <OwnLookup regNo={asked} onOpen={open} />
          <p className="enrol-back">
            查询码丢失的，请拨打班次的咨询电话，由协会核实身份后协助办理。会员报名请到
            <Link to="/admin/user/training/registrations">会员中心</Link>查看。
          </p>
        </div>
      )}
    </div>
  )
}

type Props = { regNo: string | undefined; onOpen: (opened: Opened) => void }

/** Opens a registration by its number, query code and contact phone. */
function OwnLookup({ regNo: asked, onOpen }: Props) {
  const form = useLightForm(async ({ regNo = '', queryCode = '', contactMobile: phone = '' }) => {
    const number = typedCode(regNo).toUpperCase()
    const given = { regNo: number, queryCode: typedCode(queryCode), contactMobile: phone }
    const { ticket } = await call('POST /app/training/open', given)
    onOpen({ regNo: number, ticket })
  })
  const { errors } = form
  return (
    <LightForm of={form} label="查询我的报名" action="查询" busy="正在查询…">
      <LightInput
        name="regNo"
        label="报名编号"
        error={errors.regNo}
        defaultValue={asked}
        autoComplete="off"
        maxLength={30}
        autoCapitalize="characters"
        spellCheck={false}
        hint="PX 开头，在报名成功页和短信中"
        required
      />
      <LightInput
        name="queryCode"
        label="查询码"
        error={errors.queryCode}
        autoComplete="off"
        maxLength={10}
        inputMode="numeric"
        hint="6 位数字"
        required
      />
      <LightLines fields={[contactMobile]} errors={errors} />
    </LightForm>
  )
}
