import type { FormField } from '#lib/form/form.ts'
import { LightForm } from '#ui/form/light/LightForm.tsx'
import { LightLines } from '#ui/form/light/LightLines.tsx'
import { useLightForm } from '#ui/form/light/useLightForm.ts'

type Which = { certNo: string; creditCode: string }
type Props = { asked: Partial<Which>; find: (which: Which) => Promise<void> }

const fields: FormField[] = [
  { name: 'certNo', label: '证书编号', section: '', kind: 'text', max: 40, required: true },
  { name: 'creditCode', label: '统一社会信用代码', section: '', kind: 'creditCode', required: true },
]

/** Finds an earlier submission by certificate number and credit code. */
export default function LegacyLookup({ asked, find }: Props) {
  const form = useLightForm(({ certNo = '', creditCode = '' }) => find({ certNo, creditCode }))
  return (
    <LightForm of={form} label="查询补录进度" action="查询" busy="正在查询…">
      <LightLines fields={fields} values={asked} errors={form.errors} />
    </LightForm>
  )
}
