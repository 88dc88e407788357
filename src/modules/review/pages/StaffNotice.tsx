export default function StaffNotice() {
  return null
}
