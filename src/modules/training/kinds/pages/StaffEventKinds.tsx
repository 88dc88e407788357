import { Link } from 'react-router'
import { useMay } from '#layouts/staff/staff.ts'
import { choicesIn } from '#lib/form/form.ts'
import { RecordsScreen } from '#modules/settings/pages/RecordsScreen.tsx'
import { recordsLoader } from '#modules/settings/pages/recordCalls.ts'
import { Tag } from '#ui/Tag.tsx'
import { newKind } from '../kindForm.ts'
import type { Route } from './+types/StaffEventKinds'

export { staffEventKinds as handle } from '#modules/training/pages/screens.ts'

export const clientLoader = recordsLoader('eventKind')

const features = { hasExam: '考核', hasHours: '学时', hasCertificates: '人员证书' }

/** 活动种类: what events of a kind are called, what they have and what they ask. */
export default function StaffEventKinds({ loaderData }: Route.ComponentProps) {
  return (
    <RecordsScreen
      listed={loaderData}
      called="活动种类"
      mayChange={useMay('staff:training')}
      title="活动种类"
      add="新增种类"
      blank={newKind}
      about={
        <>
          种类决定报名表问什么、公开页和通知里怎样称呼，以及有没有考核、学时和证书。修改后对今后的报名和更正生效，已报名的人员资料不变。
          <Link to="/staff/courses">全部培训班和活动</Link>
        </>
      }
      empty={{ title: '还没有活动种类', children: '设好名称、称呼和报名时询问的栏目，就可以新建这类活动。' }}
      columns={[
        { name: '名称', cell: ({ name }) => name },
        { name: '称呼', nowrap: true, cell: ({ values }) => String(values.noun) },
        {
          name: '有',
          cell: ({ values }) =>
            Object.entries(features)
              .flatMap(([name, label]) => (values[name] === 'yes' ? label : []))
              .join('、') || '—',
        },
        {
          name: '证件号码',
          nowrap: true,
          cell: ({ values }) =>
            choicesIn(values, 'requires').includes('idNumber')
              ? '必填'
              : choicesIn(values, 'asks').includes('idNumber')
                ? '选填'
                : '不问',
        },
        {
          name: '已有',
          nowrap: true,
          cell: ({ code, uses }) => <Link to={`/staff/courses?kind=${code}`}>{uses} 个</Link>,
        },
        {
          name: '状态',
          nowrap: true,
          cell: ({ values }) => (values.isOpen === 'yes' ? <Tag tone="good">可以新建</Tag> : <Tag>停用</Tag>),
        },
      ]}
    />
  )
}
