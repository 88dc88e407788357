import { Tabs } from 'antd'
import { Link, useSearchParams } from 'react-router'
import { listLoader } from '#layouts/screenLoader.ts'
import { annualReports, shortfalls } from '#modules/qualifications/pages/registers.ts'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import { StateTag } from '#ui/Tag.tsx'
import { heldFilters, shortfallFilters } from '../../shortfallFilters.ts'
import type { Route } from './+types/StaffShortfalls'
import { RemindShortfalls, shortfallTones } from './RemindShortfalls.tsx'

export { staffShortfalls as handle } from '#modules/qualifications/pages/screens.ts'

export const clientLoader = listLoader(async (api, address) => {
  const [kinds, list] = await Promise.all([
    api('GET /staff/certificate/kinds', {}),
    address.query.get('tab') === 'annual'
      ? annualReports.load(api, address).then(list => ({ tab: 'annual' as const, ...list }))
      : shortfalls.load(api, address).then(list => ({ tab: 'shortfalls' as const, ...list })),
  ])
  const groups = kinds.find(({ register }) => register === 'qualification')?.groups ?? []
  return { ...list, kinds: groups.flatMap(group => group.kinds) }
})

/**
 * 条件预警: certificates that stand on less than they were given for, from where reminders are sent, and valid ones whose
 * annual report is missing although its time is over: nothing follows by itself.
 */
export default function StaffShortfalls({ loaderData: of }: Route.ComponentProps) {
  const [, setQuery] = useSearchParams()
  return (
    <Tabs
      activeKey={of.tab}
      onChange={tab => setQuery(tab === 'shortfalls' ? {} : { tab })}
      destroyOnHidden
      items={[
        {
          key: 'shortfalls',
          label: '条件不足',
          children: of.tab === 'shortfalls' && (
            <RegisterTable
              of={shortfalls}
              loaded={of}
              unit="条预警"
              filters={registerFilters(shortfallFilters, { kindCode: of.kinds })}
              acts={(rows, done) => <RemindShortfalls rows={rows} done={done} />}
              empty={{ title: '没有条件不足的证书', children: <p>持证单位登记的人员、资本都满足其证书级别的要求。</p> }}
              cells={{ ...heldCells, stateName: row => <StateTag of={row} tones={shortfallTones} /> }}
            />
          ),
        },
        {
          key: 'annual',
          label: '年审逾期',
          children: of.tab === 'annual' && (
            <RegisterTable
              of={annualReports}
              loaded={of}
              unit="张证书"
              filters={registerFilters(heldFilters, { kindCode: of.kinds })}
              empty={{
                title: '没有年审逾期的证书',
                children: <p>提交期已过的年度报告都已收到，或提交期还没有结束。</p>,
              }}
              cells={heldCells}
            />
          ),
        },
      ]}
    />
  )
}

type Held = { certId: number; certNo: string; organisationId: number; orgName: string }

/** Suspending is done on the certificate's own screen. */
const heldCells = {
  certNo: ({ certId, certNo }: Held) => <Link to={`/staff/certificates/${certId}`}>{certNo}</Link>,
  orgName: ({ organisationId, orgName }: Held) => <Link to={`/staff/organisations/${organisationId}`}>{orgName}</Link>,
}
