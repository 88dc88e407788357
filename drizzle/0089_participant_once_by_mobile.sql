-- concurrently
drop index concurrently if exists "participant_once_by_mobile";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "participant_once_by_mobile" ON "participant" USING btree ("course_id","mobile_hash","name") WHERE is_active and id_number_hash is null;
