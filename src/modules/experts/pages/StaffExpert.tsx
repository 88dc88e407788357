import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { pathId } from '#api/load.ts'
import { useSubmit } from '#api/useApi.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import { useMay } from '#layouts/staff/staff.ts'
import { useEditing } from '#layouts/staff/useEditing.ts'
import type { Output } from '#lib/contract.ts'
import { formatPhone } from '#lib/form/phone.ts'
import { Empty } from '#ui/Empty.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { Tag } from '#ui/Tag.tsx'
import { Table } from '#ui/table/Table.tsx'
import type { Route } from './+types/StaffExpert'
import { ExpertForm } from './ExpertForm.tsx'

export { staffExpert as handle } from './screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /staff/expert/detail', { id: pathId(params.id) }),
)

export type ExpertFile = Output<ApiContract['GET /staff/expert/detail']>

export default function StaffExpert({ loaderData: of }: Route.ComponentProps) {
  useScreenName(of.name)
  const { isEditing, edit, form } = useEditing()
  return isEditing ? (
    <ExpertForm of={of} {...form} />
  ) : (
    <>
      <Head of={of} edit={edit} />
      <Ties of={of} />
    </>
  )
}

function Head({ of, edit }: { of: ExpertFile; edit: () => void }) {
  const mayEdit = useMay('staff:review')
  const { submit, busy, error } = useSubmit('POST /staff/expert/reveal')
  const [mobile, show] = useState(of.mobile)
  const reveal = async () => {
    const told = await submit({ id: of.id })
    if (told) show(told.mobile)
  }
  return (
    <section className="desk-card">
      <div className="desk-card-head">
        <h2>{of.name}</h2>
        {mayEdit && (
          <span className="form-actions">
            {of.mobile && mobile === of.mobile && (
              <Button loading={busy} onClick={() => void reveal()}>
                完整显示手机
              </Button>
            )}
            <Button onClick={edit}>修改资料</Button>
          </span>
        )}
      </div>
      <Problem>{error?.message}</Problem>
      <div aria-live="polite">
        <Facts
          facts={[
            [
              '状态',
              <Tag key="state" tone={of.isActive ? 'good' : 'plain'}>
                {of.stateName}
              </Tag>,
            ],
            ['职称', of.jobTitle],
            ['专业领域', of.specialities.join('、')],
            ['地区', of.provinceName],
            ['可任评审组长', of.mayLead ? '可以' : '不可以'],
            ['手机', formatPhone(mobile ?? '未登记')],
            ['邮箱', of.email],
            [
              '人员登记',
              of.person && (
                <Link to={`/staff/persons/${of.person.id}`}>{`${of.person.name}　${of.person.employer}`}</Link>
              ),
            ],
            ['备注', of.remark],
          ]}
        />
      </div>
    </section>
  )
}

const Ties = ({ of }: { of: ExpertFile }) => (
  <section className="desk-card">
    <h2>与单位的关系</h2>
    {of.ties.length === 0 ? (
      <Empty title="没有登记的关系">
        <p>任职、顾问、持股、亲属任职和本人申报的，都应登记，安排评审时自动核对。</p>
      </Empty>
    ) : (
      <Table
        caption={`${of.name}与单位的关系`}
        rows={of.ties}
        keyOf={tie => `${tie.kindName} ${tie.organisationName} ${tie.period}`}
        columns={[
          { name: '单位', cell: ({ organisationName }) => organisationName },
          { name: '关系', cell: ({ kindName }) => kindName, nowrap: true },
          { name: '期间', cell: ({ period }) => period || '未注明', nowrap: true },
          { name: '统一社会信用代码', cell: ({ creditCode }) => creditCode ?? '未登记' },
          { name: '来源', cell: ({ isRegistered }) => (isRegistered ? '人员登记' : '专家档案'), nowrap: true },
          { name: '回避', cell: tie => <Avoidance of={tie} />, nowrap: true },
        ]}
      />
    )}
  </section>
)

const Avoidance = ({ of: { counts, countsUntil } }: { of: ExpertFile['ties'][number] }) =>
  counts ? <Tag tone="warn">{countsUntil ? `须回避到 ${countsUntil}` : '须回避'}</Tag> : <Tag>不再回避</Tag>
