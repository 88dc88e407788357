import { Button } from 'antd'
import { useState } from 'react'
import type { FieldErrors, FormField, FormValues } from '#lib/form/form.ts'
import { isFilledIn } from './formProgress.ts'

type Known = { fields: readonly FormField[]; values: FormValues; open?: ((name: string) => boolean) | undefined }

/**
 * The sections that were complete when the form was opened, until somebody wishes to change them or something in them is
 * wrong: what is known is not asked again.
 */
export function useKnownSections({ fields, values, open }: Known, errors: FieldErrors) {
  const [known, setKnown] = useState(() => completeSections({ fields, values, open }))
  const wrong = new Set(Object.keys(errors).map(name => name.split('.')[0]))
  const isWrong = (inIt: readonly FormField[]) => inIt.some(({ name }) => wrong.has(name))
  const has = (section: string) =>
    known.includes(section) && !isWrong(fields.filter(field => field.section === section))
  return {
    has,
    head: (section: string) =>
      has(section) && (
        <p className="form-known">
          这一部分已填好，核对无误即可。
          <Button type="link" onClick={() => setKnown(known.filter(one => one !== section))}>
            修改<span className="hidden-text">：{section}</span>
          </Button>
        </p>
      ),
  }
}

/** An agreement is given anew each time, and never by what was kept. */
const completeSections = ({ fields, values, open }: Known) =>
  [...Map.groupBy(fields, ({ section }) => section)]
    .filter(
      ([, inIt]) =>
        inIt.every(
          field => (open?.(field.name) ?? true) && (!field.required || isFilledIn(field, values[field.name])),
        ) &&
        inIt.some(field => field.required) &&
        inIt.every(({ kind }) => kind !== 'agreement'),
    )
    .map(([section]) => section)
