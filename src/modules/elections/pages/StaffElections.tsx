import { Button } from 'antd'
import { useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import type { FormValues } from '#lib/form/form.ts'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import { StateTag } from '#ui/Tag.tsx'
import { electionFilters } from '../electionFilters.ts'
import type { Route } from './+types/StaffElections'
import { electionFields, electionInput } from './electionForm.ts'
import { electionTones } from './electionTones.ts'
import { elections } from './registers.ts'

export { staffElections as handle } from './screens.ts'

export const clientLoader = listLoader(async (api, address) => {
  const choices = await api('GET /staff/election/choices', {})
  return { choices, isNew: address.query.has('new'), ...(await elections.load(api, address)) }
})

/** 换届选举: elections by the end of the term; with `?new=1` the form of a new one. */
export default function StaffElections({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate()
  const { choices, isNew } = loaderData
  // The dialog closes after what it began is on the screen: that stays there.
  const isMade = useRef(false)
  const begin = async (values: FormValues) => {
    const made = await browserApi('POST /staff/election/save', electionInput(values, Number(values.bodyId ?? 0)))
    isMade.current = true
    await navigate(`/staff/elections/${made.id}`)
  }
  return (
    <>
      <RegisterTable
        of={elections}
        loaded={loaderData}
        unit="次"
        filters={registerFilters(electionFilters, {
          bodyId: choices.bodies.map(({ id, name }) => ({ code: String(id), name })),
        })}
        actions={
          <>
            <Link to="/staff/elections/rules">选举办法</Link>
            <Button type="primary" onClick={() => navigate('?new=1')}>
              开始换届选举
            </Button>
          </>
        }
        empty={{ title: '还没有换届选举', children: <p>届满以前开始：日程从届满日往前推算，每一步写明最晚的日期。</p> }}
        cells={{ stateName: row => <StateTag of={row} tones={electionTones} /> }}
      />
      {isNew && (
        <FormDialog
          title="开始换届选举"
          intro={<p>选举办法按该机构现在的一份记入，以后修改不影响这一次。开始后还不会通知任何人。</p>}
          fields={electionFields(choices, true)}
          action="开始"
          send={begin}
          close={() => {
            if (!isMade.current) void navigate('/staff/elections', { replace: true })
            isMade.current = false
          }}
        />
      )}
    </>
  )
}
