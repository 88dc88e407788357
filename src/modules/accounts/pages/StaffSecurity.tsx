export default function StaffSecurity() {
  return null
}
