import { Button } from 'antd'
import { useState } from 'react'
import type { FormField } from '#lib/form/form.ts'

type Props = {
  fields: readonly FormField[]
  open?: ((name: string) => boolean) | undefined
  remarks?: readonly { field?: string; slot?: string }[] | undefined
}

/** Shows only the fields of a returned form that may be changed or have a remark; the rest on request. */
export function useReturnedFields({ fields, open, remarks = [] }: Props) {
  const [isWhole, setWhole] = useState(false)
  const asked = fields.filter(({ name }) => open?.(name) || remarks.some(({ field }) => field === name))
  const others = fields.length - asked.length
  if (remarks.length === 0 || asked.length === 0 || others === 0) return { fields }
  return {
    fields: isWhole ? fields : asked,
    toggle: (
      <p className="form-asked">
        {isWhole ? '下面是整份表格，只有被标注的栏目可以修改。' : `下面只列出须补正的 ${asked.length} 栏。`}
        <Button type="link" onClick={() => setWhole(!isWhole)}>
          {isWhole ? '只看须补正的栏目' : `显示其余 ${others} 栏`}
        </Button>
      </p>
    ),
  }
}
