import { browserApi } from '#api/browser.ts'
import { announce } from '#api/session.ts'
import type { FormField, FormRow } from '#lib/form/form.ts'
import { optionsOf } from '#lib/form/form.ts'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { MAX_SECRET_WEIGHT, MAX_VOTERS } from '../ballotWords.ts'
import type { BallotDetail } from './ballotActs.tsx'

const sourceNames = {
  typed: '逐人填写，或由表格粘贴',
  organisation: '全部启用的单位账号，每个一票',
  person: '全部启用的个人账号，每人一票',
  staff: '全部启用的同事账号，每人一票',
} as const

const fieldsFor = (isSecret: boolean, source: unknown): FormField[] => [
  {
    name: 'source',
    label: '名单来自',
    section: '',
    kind: 'choice',
    required: true,
    options: optionsOf(sourceNames),
  },
  ...(source === 'typed'
    ? [
        {
          name: 'voters',
          label: '投票人',
          section: '',
          kind: 'rows',
          required: true,
          max: MAX_VOTERS,
          hint: '可由表格复制几列粘贴。有手机的收到口令。',
          columns: [
            { name: 'name', label: '姓名', section: '', kind: 'text', required: true, max: 60 },
            { name: 'mobile', label: '手机', section: '', kind: 'mobile' },
            {
              name: 'weight',
              label: '票数',
              section: '',
              kind: 'number',
              min: 1,
              hint: isSecret ? `无记名的每人最多 ${MAX_SECRET_WEIGHT} 票` : '',
            },
          ],
        } as FormField,
      ]
    : []),
]

/** The roll of a draft, replaced as a whole. */
export function RollForm({ of, reload, close }: { of: BallotDetail; reload: () => void; close: () => void }) {
  return (
    <FormDialog
      title={`投票人名单：${of.title}`}
      intro={of.roll.voters > 0 && <p>现有的名单（{of.roll.voters} 人）整份替换。</p>}
      fields={values => fieldsFor(of.secrecy === 'secret', values.source)}
      initial={{ source: 'typed', voters: [{}] }}
      action="保存名单"
      send={async ({ source, voters }) => {
        const seen = { id: of.id, version: of.version }
        const typed = ((voters ?? []) as FormRow[]).map(({ name, mobile, weight }) => ({
          name: String(name ?? ''),
          mobile: String(mobile ?? ''),
          weight: Number(weight || 1),
        }))
        const given =
          source === 'organisation' || source === 'person' || source === 'staff'
            ? ({ fromAccounts: source } as const)
            : { voters: typed }
        const saved = await browserApi('POST /staff/ballot/roll', { ...seen, ...given })
        announce(`名单已保存，共 ${saved.voters} 人`)
        reload()
      }}
      close={close}
    />
  )
}
