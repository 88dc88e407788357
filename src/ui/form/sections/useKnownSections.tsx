import { Button } from 'antd'
import { useState } from 'react'
import type { FieldErrors, FormField, FormValues } from '#lib/form/form.ts'
import { partsOf } from './formProgress.ts'

type Known = { fields: readonly FormField[]; values: FormValues; open?: ((name: string) => boolean) | undefined }

/**
 * The sections that were complete when the form was opened, until somebody wishes to change them or something in them is
 * wrong: what is known is not asked again.
 */
export function useKnownSections({ fields, values, open }: Known, errors: FieldErrors) {
  const [known, setKnown] = useState(() => completeSections({ fields, values, open }))
  const wrong = new Set(Object.keys(errors).map(name => name.split('.')[0]))
  const isWrong = (section: string) => fields.some(field => field.section === section && wrong.has(field.name))
  const has = (section: string) => known.includes(section) && !isWrong(section)
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
  partsOf(fields, values)
    .filter(({ done, of }) => of > 0 && done === of)
    .map(({ name }) => name)
    .filter(section => fields.every(field => field.section !== section || isKnowable(field, open)))

const isKnowable = ({ name, kind }: FormField, open: Known['open']) => kind !== 'agreement' && (open?.(name) ?? true)
