import { defineForm, fieldsIn, optionsOf } from '#lib/form/form.ts'
import { wayNames } from '../wayWords.ts'

/** Default statement if the association has written none. */
export const USUAL_STATEMENT =
  '本单位（本人）已阅读申请表的全部内容和所附的全部文件，确认其真实、完整、准确，同意以本次线上确认代替签字盖章，并承担由此产生的责任。'

const text = fieldsIn('')

/** Rule of one kind as staff edit it, if a signing service is configured. */
export const confirmingFields = defineForm([
  text('ways', '确认方式', {
    kind: 'choices',
    required: true,
    options: optionsOf(wayNames),
    hint: '可选几种，由申请人任选其一。改动后，尚未提交材料的申请即适用。',
  }),
  text('statement', '确认的声明', {
    kind: 'paragraph',
    required: true,
    max: 600,
    hint: '线上确认时全文显示给申请单位的负责人。改动后版本号加一；已作的确认保留当时的文字。',
  }),
])

/** The same where there is none. */
export const confirmingFieldsAlone = confirmingFields.map(field =>
  field.name === 'ways' ? { ...field, options: field.options.filter(({ code }) => code !== 'provider') } : field,
)
