import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { PostgresDamageRegister } from './adapters/postgres-damage-register';
import { AnnounceDamage } from './announce-damage';
import { DAMAGE_REGISTER } from './damage.ports';
import { WatchDamage } from './watch-damage';

/** Records in the audit log which stored objects are damaged, and which are right again. */
@Module({
  imports: [AuditModule],
  providers: [AnnounceDamage, WatchDamage, { provide: DAMAGE_REGISTER, useClass: PostgresDamageRegister }],
})
export class DamageModule {}
