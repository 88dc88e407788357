/** Papers as the public forms take them: what `lib/uploads.ts` says of materials, without carrying all of it along. */
export const papers = {
  accept: '.pdf,.jpg,.jpeg,.png',
  told: 'PDF、JPG、PNG 格式，每个不超过 20 MB',
}

/** Files chosen in an input; a browser sends an empty file if there are none. */
export const filesIn = (form: FormData, name: string): File[] =>
  form
    .getAll(name)
    .filter(file => file instanceof File)
    .filter(({ size }) => size > 0)
