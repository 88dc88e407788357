DROP INDEX "certificate_by_end";--> statement-breakpoint
DROP INDEX "certificate_by_valid_to";--> statement-breakpoint
CREATE INDEX "certificate_by_end" ON "certificate" USING btree ("register","valid_to" DESC NULLS FIRST,"issued_on" DESC NULLS FIRST,"id" DESC NULLS FIRST,"status","valid_from","published_at");--> statement-breakpoint
CREATE INDEX "certificate_by_valid_to" ON "certificate" USING btree ("valid_to" DESC NULLS FIRST,"id" DESC NULLS FIRST,"status","valid_from","issued_on");