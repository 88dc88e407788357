import { defineForm, fieldsIn } from '#lib/form/form.ts'

/** Minimum side of a seal picture in pixels: 42 mm at 200 per inch. */
export const MIN_SEAL_PX = 330

export const sealFields = defineForm([
  fieldsIn('')('seal', '印章图片', {
    kind: 'picture',
    use: 'seal',
    hint: `透明底的 PNG，正方形，边长至少 ${MIN_SEAL_PX} 像素，四周不留空白。不填则证书上留出盖章的位置。`,
  }),
])
