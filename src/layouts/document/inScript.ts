/** As JavaScript: `undefined`, too, which a loader leaves behind that has refused. Nothing of it ends the script. */
export const inScript = (data: unknown) => String(JSON.stringify(data)).replaceAll('<', '\\u003c')
